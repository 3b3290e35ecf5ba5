import type pg from 'pg'
import { ContactType } from '#ground/platform/lookups/model/index.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'

/** All templates are invented and describe the events in plain sentences. */

type Template = {
  name: string
  subject: string
  body: string
  types: number[]
  admins?: boolean
  certifier?: boolean
  kind?: 'Property' | 'Company' | 'Person'
}

const financial = [ContactType.FinancialContact, ContactType.GeneralPartner]
const primary = [ContactType.PrimaryContact, ContactType.ComplianceContact]
const greeting = '<p>Dear {{recipientName}},</p>'
const closing = '<p>Sign in at {{portalAddress}} to see more.</p><p>{{agencyName}}</p>'
const wrapText = (text: string): string => `${greeting}<p>${text}</p>${closing}`

const templates: readonly Template[] = [
  {
    name: 'Request submitted',
    subject: 'Request received: {{propertyName}}',
    body: wrapText(
      'We have received a request for {{propertyName}} ({{propertyNumber}}). An analyst will look at it.',
    ),
    types: [],
    admins: true,
    certifier: true,
  },
  {
    name: 'Request returned',
    subject: 'Request returned: {{propertyName}}',
    body: wrapText(
      'A request for {{propertyName}} needs changes. The reasons stand with the request in the portal.',
    ),
    types: [ContactType.PrimaryContact],
    admins: true,
    certifier: true,
  },
  {
    name: 'Reserve request approved',
    subject: 'Approved: {{propertyName}}',
    body: wrapText('A reserve request for {{propertyName}} is approved. The letter stands in the portal.'),
    types: financial,
    certifier: true,
  },
  {
    name: 'Reserve request denied',
    subject: 'Decision on {{propertyName}}',
    body: wrapText(
      'A reserve request for {{propertyName}} could not be approved. The reasons stand with the request in the portal.',
    ),
    types: financial,
    certifier: true,
  },
  {
    name: 'Rent increase decided',
    subject: 'Rent increase: {{propertyName}}',
    body: wrapText('The decision on the rent increase for {{propertyName}} stands in the portal.'),
    types: primary,
    certifier: true,
  },
  {
    name: 'Occupancy report due',
    subject: 'Occupancy reports are due by the 10th',
    body: wrapText(
      'The monthly occupancy reports of these properties are due by the 10th:</p><p>{{propertyList}}',
    ),
    types: [ContactType.OccupancyContact],
  },
  {
    name: 'Occupancy report overdue',
    subject: 'Overdue: occupancy report',
    body: wrapText('The occupancy report of {{propertyName}} is overdue. Please file it now.'),
    types: [ContactType.OccupancyContact, ContactType.RegionalContact],
  },
  {
    name: 'Financial statement due',
    subject: 'Audited financial statements are due',
    body: wrapText(
      'The audited financial statements of these properties are due {{dueIn}}:</p><p>{{propertyList}}',
    ),
    types: [ContactType.FinancialContact],
  },
  {
    name: 'Extension decided',
    subject: 'Extension for {{propertyName}}',
    body: wrapText('The decision on the extension you asked for stands in the portal.'),
    types: [ContactType.FinancialContact],
    certifier: true,
  },
  {
    name: 'Inspection letter posted',
    subject: 'Inspection letter: {{propertyName}}',
    body: wrapText(
      'A letter about the inspection of {{propertyName}} is posted in the portal. Please answer within the time it names.',
    ),
    types: [ContactType.ComplianceContact, ContactType.GeneralPartner],
  },
  {
    name: 'Company certification ends',
    subject: 'The certification of {{companyName}} ends soon',
    body: wrapText(
      'The certification of {{companyName}} ends soon. Please apply for the next one in the portal.',
    ),
    types: [],
    admins: true,
    kind: 'Company',
  },
  {
    name: 'Insurance claims',
    subject: 'Tell us of losses within 24 hours',
    body: wrapText(
      'Please tell us of every insured loss at {{propertyName}} within 24 hours, and hold the checks until we have endorsed them.',
    ),
    types: [ContactType.PrimaryContact],
  },
]

const columns = {
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

/** Loads the templates, two of them with schedules. */
async function load(client: pg.ClientBase, users: ReadonlyMap<string, number>, day: string): Promise<void> {
  const author = users.get('agency.manager')!
  const rows = templates.map(
    ({ name, subject, body, types, admins = false, certifier = false, kind = 'Property' }) => ({
      name,
      description: `Demonstration text, invented: ${name.toLowerCase()}.`,
      kind,
      subject,
      email_body: body,
      additional_parameters: body.includes('{{dueIn}}')
        ? [{ name: 'dueIn', value: 'within 90 days of the end of the fiscal year' }]
        : [],
      type_ids: types,
      send_to_mc_admin: admins,
      send_to_certified_by: certifier,
      created_by: author,
      created_at: `${day}T12:00:00Z`,
    }),
  )
  await insertRows(client, 'email_template', columns, rows)
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

export default {
  after: ['people'],
  load: ({ client, users, day }) => load(client, users, day),
} satisfies DemoPart
