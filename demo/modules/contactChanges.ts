import type pg from 'pg'
import { ContactType, contactTypeLabels } from '#ground/platform/lookups/model/index.ts'
import { addBusinessDays, addDays } from '#kernel/model/dates.ts'
import { type Account, largestCompany, otherCompany } from '../accounts.ts'
import { between, pick } from '../chance.ts'
import { getDomain, inventPhone } from '../companies.ts'
import { getTrail, loadHistory, trailColumns } from '../filed.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'
import type { Contact, Portfolio } from '../types.ts'

/**
 * Requests to change contacts, invented: the roles of the demonstration get new numbers, successors and ends.
 */
const entity = 'ContactChangeRequest'

/**
 * The number of requests in each status, and the age in days of the oldest. Two of the first status were
 * returned.
 */
const plan = [
  { statusId: 1, count: 8, oldest: 12 },
  { statusId: 2, count: 10, oldest: 16 },
  { statusId: 3, count: 7, oldest: 24 },
  { statusId: 5, count: 11, oldest: 150 },
  { statusId: 6, count: 5, oldest: 120 },
] as const
const slots = plan.flatMap(({ statusId, count, oldest }) =>
  Array.from({ length: count }, (_, index) => ({
    statusId,
    age: Math.ceil((oldest * (count - index)) / count),
    index,
  })),
)

const reasons = [
  'The position was filled anew (demonstration).',
  'The office moved and its telephone changed (demonstration).',
  'Regions were drawn anew (demonstration).',
  'A partner was bought out (demonstration).',
]

type Values = Record<string, string | null>
type Subject = {
  propertyId: number | null
  companyId: number | null
  ownerManaged: boolean
  by: string
  company: string
}
type Line = {
  kind: 'Add' | 'Change' | 'End'
  type: number
  contact: Contact | null
  old: Values | null
  wanted: Values | null
}

const getValues = (contact: Contact): Values => ({
  name: contact.name,
  title: contact.title,
  company: contact.company,
  address1: null,
  address2: null,
  city: contact.city,
  state: null,
  zip: null,
  phone: contact.phone,
  email: contact.email,
})

/**
 * Whose contacts change, in turn: a property of the largest company, one of the other, a company, an owner's
 * own.
 */
function subjects(portfolio: Portfolio, accounts: readonly Account[]): Subject[] {
  const ofAccount = (name: string) =>
    accounts.find((account) => account.userName === name)?.mainProperties ?? []
  const ofLargest = portfolio.properties
    .filter((property) => property.managementCompany === largestCompany)
    .map((property) => property.id)
  const ofProperty =
    (ids: readonly number[], userName: string, company: string, ownerManaged = false) =>
    (index: number) => ({
      propertyId: ids[index % ids.length] ?? null,
      companyId: null,
      ownerManaged,
      by: userName,
      company,
    })
  const ofCompany = (index: number): Subject => {
    const name = index % 2 === 0 ? largestCompany : otherCompany
    const companyId = portfolio.companies.find((company) => company.name === name)?.id ?? null
    const userName = name === largestCompany ? 'company.admin' : 'other.user'
    return { propertyId: null, companyId, ownerManaged: false, by: userName, company: name }
  }
  const turns = [
    ofProperty(ofLargest, 'company.admin', largestCompany),
    ofCompany,
    ofProperty(ofLargest, 'company.admin', largestCompany),
    ofProperty(ofAccount('other.user'), 'other.user', otherCompany),
    ofProperty(ofAccount('owner.manager'), 'owner.manager', '', true),
  ]
  return slots.map((_, index) => turns[index % turns.length]!(index))
}

/** Who the subject names now as what: its property's contacts, or those of its company's roles. */
function standing(portfolio: Portfolio, subject: Subject): { type: number; contact: Contact }[] {
  const byId = new Map(portfolio.contacts.map((contact) => [contact.id, contact]))
  if (subject.propertyId !== null)
    return portfolio.propertyContacts
      .filter((link) => link.propertyId === subject.propertyId)
      .map((link) => ({ type: link.contactType, contact: byId.get(link.contactId)! }))
  return portfolio.contacts
    .filter((contact) => contact.company === subject.company)
    .flatMap((contact) => {
      const type = Object.values(ContactType).find((item) => contactTypeLabels[item] === contact.title)
      return type && type >= ContactType.RegionalContact ? [{ type, contact }] : []
    })
}

/** The lines of a request: one to three, each for another contact of a manager, never of an owner. */
function getLines(portfolio: Portfolio, subject: Subject, key: string, slot: (typeof slots)[number]): Line[] {
  const managers = standing(portfolio, subject).filter(({ type }) => type >= ContactType.RegionalContact)
  return Array.from({ length: between(`lines ${key}`, 1, 3) }, (_, index): Line => {
    const { type, contact } = managers[(slot.index + index * 2) % managers.length]!
    const present = getValues(contact)
    const kind =
      slot.statusId === 5
        ? 'Change'
        : pick(`kind ${key} ${index}`, ['Change', 'Change', 'Add', 'End'] as const)
    const role = contactTypeLabels[type] ?? ''
    if (kind === 'Add') {
      const email = `second.${role.toLowerCase().replace(' ', '.')}@${getDomain(contact.company)}`
      const proposed = {
        ...present,
        name: `Second ${role}, ${contact.company}`,
        phone: inventPhone(`second ${key}`),
        email,
      }
      return { kind, type, contact: null, old: null, wanted: proposed }
    }
    if (kind === 'End') return { kind, type, contact, old: present, wanted: null }
    const former = { ...present, phone: inventPhone(`former ${key} ${index}`) }
    // Approved changes are the current data of the contact.
    if (slot.statusId === 5)
      return { kind, type, contact, old: { ...former, title: `Deputy ${role}` }, wanted: present }
    // What is under review was drafted before the contact's number changed once more: the reviewer sees a
    // conflict.
    const old = slot.statusId === 3 && index === 0 ? former : present
    const wanted = { ...old, title: `Senior ${role}`, phone: inventPhone(`new ${key} ${index}`) }
    return { kind, type, contact, old, wanted }
  })
}

type Step = {
  action: string
  from: number | null
  to: number
  day: string
  by: string
  reason: string | null
}

function getSteps(slot: (typeof slots)[number], userName: string, today: string): Step[] {
  const { statusId } = slot
  const startDay = addDays(today, -slot.age)
  const step = (
    action: string,
    from: number | null,
    to: number,
    days: number,
    persona: string,
    reason: string | null = null,
  ) => ({
    action,
    from,
    to,
    day: addBusinessDays(startDay, days),
    by: persona,
    reason,
  })
  const returned = statusId === 1 && slot.index < 2
  return [
    step('create', null, 1, 0, userName),
    ...(statusId > 1 || returned ? [step('submit', 1, 2, 1, userName)] : []),
    ...(returned
      ? [step('return', 2, 1, 2, 'agency.write', 'Please say who follows the regional manager.')]
      : []),
    ...(statusId > 2 ? [step('startReview', 2, 3, 2, 'agency.write')] : []),
    ...(statusId === 5 ? [step('approve', 3, 5, 4, 'agency.write', 'As asked.')] : []),
    ...(statusId === 6
      ? [step('deny', 3, 6, 4, 'agency.write', 'The person is not known to the owner; please clarify.')]
      : []),
  ]
}

const requestColumns = {
  ...trailColumns,
  contact_change_request_id: 'integer',
  property_id: 'integer',
  management_company_id: 'integer',
  owner_managed: 'boolean',
  reason: 'text',
  status_id: 'integer',
}
const lineColumns = {
  contact_change_request_id: 'integer',
  property_id: 'integer',
  management_company_id: 'integer',
  position: 'integer',
  kind: 'text',
  contact_type_id: 'integer',
  contact_id: 'integer',
  old_values: 'jsonb',
  new_values: 'jsonb',
  effective_date: 'date',
  decisions: 'jsonb',
  everywhere: 'boolean',
  applied_at: 'timestamptz',
}
const formatTimestamp = (day: string, hour: number): string => `${day}T${hour}:00:00Z`

/** Loads the requests in all statuses. Contacts, companies and accounts must be there. */
async function loadContactChanges(
  client: pg.ClientBase,
  portfolio: Portfolio,
  accounts: readonly Account[],
): Promise<void> {
  const userByKey = new Map(accounts.map((account) => [account.userName, account.id]))
  const created = subjects(portfolio, accounts).map((subject, index) => {
    const slot = slots[index]!
    const steps = getSteps(slot, subject.by, portfolio.day)
    const lines = getLines(portfolio, subject, `contact change ${index}`, slot)
    return { id: index + 1, subject, slot, steps, lines }
  })
  const filed = created.map(({ id, subject, steps }) => ({
    id,
    propertyId: subject.propertyId,
    steps: steps.map((step, index) => ({
      ...step,
      at: formatTimestamp(step.day, 14 + index),
      by: userByKey.get(step.by) ?? null,
    })),
  }))
  const rows = created.map(({ id, subject, slot }, index) => ({
    ...getTrail(filed[index]!.steps),
    contact_change_request_id: id,
    property_id: subject.propertyId,
    management_company_id: subject.companyId,
    owner_managed: subject.ownerManaged,
    reason: pick(`reason ${id}`, reasons),
    status_id: slot.statusId,
  }))
  await insertRows(client, 'contact_change_request', requestColumns, rows)
  const lineRows = created.flatMap(({ id, subject, slot, steps, lines }) =>
    lines.map((line, index) => ({
      contact_change_request_id: id,
      property_id: subject.propertyId,
      management_company_id: subject.companyId,
      position: index + 1,
      kind: line.kind,
      contact_type_id: line.type,
      contact_id: line.contact?.id ?? null,
      old_values: line.old,
      new_values: line.wanted,
      effective_date: addDays(steps[0]!.day, 7),
      decisions: {},
      everywhere: false,
      applied_at: slot.statusId === 5 ? formatTimestamp(addDays(steps[0]!.day, 7), 9) : null,
    })),
  )
  await insertRows(client, 'contact_change', lineColumns, lineRows)
  await loadHistory(client, entity, filed)
}

export default {
  after: ['contacts', 'people'],
  load: ({ client, portfolio, accounts }) => loadContactChanges(client, portfolio, accounts),
  numbered: { contact_change_request: 'contact_change_request_id' },
} satisfies DemoPart
