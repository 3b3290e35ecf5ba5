import type pg from 'pg'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'

/**
 * A mail template. `types` are the types of contacts that get the mail. All templates are invented and
 * describe the events in plain sentences.
 */

type Template = {
  name: string
  subject: string
  body: string
  types: number[]
  toCompanyAdmins?: boolean
  toCertifier?: boolean
  kind?: 'Property' | 'Company' | 'Person'
}

const financialContacts = [ContactType.FinancialContact, ContactType.GeneralPartner]
const primaryContacts = [ContactType.PrimaryContact, ContactType.ComplianceContact]
const greeting = '<p>Dear {{recipientName}},</p>'
const closing = '<p>Sign in at {{portalAddress}} to see more.</p><p>{{agencyName}}</p>'
/** Adds a greeting and a closing to the text of a mail. */
const toMailBody = (text: string): string => `${greeting}<p>${text}</p>${closing}`

const templates: readonly Template[] = [
  {
    name: 'Request submitted',
    subject: 'Request received: {{propertyName}}',
    body: toMailBody(
      'We have received a request for {{propertyName}} ({{propertyNumber}}). An analyst will look at it.',
    ),
    types: [],
    toCompanyAdmins: true,
    toCertifier: true,
  },
  {
    name: 'Request returned',
    subject: 'Request returned: {{propertyName}}',
    body: toMailBody(
      'A request for {{propertyName}} needs changes. The reasons stand with the request in the portal.',
    ),
    types: [ContactType.PrimaryContact],
    toCompanyAdmins: true,
    toCertifier: true,
  },
  {
    name: 'Reserve request approved',
    subject: 'Approved: {{propertyName}}',
    body: toMailBody('A reserve request for {{propertyName}} is approved. The letter stands in the portal.'),
    types: financialContacts,
    toCertifier: true,
  },
  {
    name: 'Reserve request denied',
    subject: 'Decision on {{propertyName}}',
    body: toMailBody(
      'A reserve request for {{propertyName}} could not be approved. The reasons stand with the request in the portal.',
    ),
    types: financialContacts,
    toCertifier: true,
  },
  {
    name: 'Rent increase decided',
    subject: 'Rent increase: {{propertyName}}',
    body: toMailBody('The decision on the rent increase for {{propertyName}} stands in the portal.'),
    types: primaryContacts,
    toCertifier: true,
  },
  {
    name: 'Occupancy report due',
    subject: 'Occupancy reports are due by the 10th',
    body: toMailBody(
      'The monthly occupancy reports of these properties are due by the 10th:</p><p>{{propertyList}}',
    ),
    types: [ContactType.OccupancyContact],
  },
  {
    name: 'Occupancy report overdue',
    subject: 'Overdue: occupancy report',
    body: toMailBody('The occupancy report of {{propertyName}} is overdue. Please file it now.'),
    types: [ContactType.OccupancyContact, ContactType.RegionalContact],
  },
  {
    name: 'Financial statement due',
    subject: 'Audited financial statements are due',
    body: toMailBody(
      'The audited financial statements of these properties are due {{dueIn}}:</p><p>{{propertyList}}',
    ),
    types: [ContactType.FinancialContact],
  },
  {
    name: 'Extension decided',
    subject: 'Extension for {{propertyName}}',
    body: toMailBody('The decision on the extension you asked for stands in the portal.'),
    types: [ContactType.FinancialContact],
    toCertifier: true,
  },
  {
    name: 'Inspection letter posted',
    subject: 'Inspection letter: {{propertyName}}',
    body: toMailBody(
      'A letter about the inspection of {{propertyName}} is posted in the portal. Please answer within the time it names.',
    ),
    types: [ContactType.ComplianceContact, ContactType.GeneralPartner],
  },
  {
    name: 'Company certification ends',
    subject: 'The certification of {{companyName}} ends soon',
    body: toMailBody(
      'The certification of {{companyName}} ends soon. Please apply for the next one in the portal.',
    ),
    types: [],
    toCompanyAdmins: true,
    kind: 'Company',
  },
  {
    name: 'Insurance claims',
    subject: 'Tell us of losses within 24 hours',
    body: toMailBody(
      'Please tell us of every insured loss at {{propertyName}} within 24 hours, and hold the checks until we have endorsed them.',
    ),
    types: [ContactType.PrimaryContact],
  },
]

const templateColumns = {
  name: 'text',
  description: 'text',
  kind: 'text',
  subject: 'text',
  email_body: 'text',
  additional_parameters: 'jsonb',
  type_ids: 'integer[]',
  send_to_mc_admin: 'boolean',
  send_to_certified_by: 'boolean',
  created_by: 'integer',
  created_at: 'timestamptz',
}

/** Loads the mail templates, two of them with schedules. */
async function load(client: pg.ClientBase, users: ReadonlyMap<string, number>, day: string): Promise<void> {
  const author = users.get('agency.manager')!
  const rows = templates.map(
    ({ name, subject, body, types, toCompanyAdmins = false, toCertifier = false, kind = 'Property' }) => ({
      name,
      description: `Demonstration text, invented: ${name.toLowerCase()}.`,
      kind,
      subject,
      email_body: body,
      additional_parameters: body.includes('{{dueIn}}')
        ? [{ name: 'dueIn', value: 'within 90 days of the end of the fiscal year' }]
        : [],
      type_ids: types,
      send_to_mc_admin: toCompanyAdmins,
      send_to_certified_by: toCertifier,
      created_by: author,
      created_at: `${day}T12:00:00Z`,
    }),
  )
  await insertRows(client, 'email_template', templateColumns, rows)
  await client.query(
    `insert into email_template_schedule (email_template_id, date, repeat, type)
     select email_template_id, date_trunc('month', $1::date)::date + interval '1 month', 'Monthly', 'Business day'
       from email_template where name = 'Occupancy report due'
     union all
     select email_template_id, make_date(extract(year from $1::date)::integer + 1, 1, 15), 'Yearly', 'Calendar day'
       from email_template where name = 'Financial statement due'`,
    [day],
  )
}

/** Loads the invented mail templates. */
export default {
  after: ['people'],
  load: ({ client, users, day }) => load(client, users, day),
} satisfies DemoPart
