import type pg from 'pg'
import { ContactType, contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { addBusinessDays, addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Account, largestCompany, otherCompany } from '../accounts.ts'
import { drawBetween, drawChoice } from '../chance.ts'
import { getDomain, inventPhone } from '../companies.ts'
import type { DemoPart } from '../demoPart.ts'
import { getStepColumns, loadStatusHistory, stepColumns } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'
import type { Contact, Portfolio } from '../types.ts'

/** Loads invented requests to change contacts: roles get new telephone numbers, second persons or an end. */
const entity = 'ContactChangeRequest'

/**
 * The number of requests in each status (a number of `RequestStatus`), and the age in days of the oldest
 * one. Two of those not submitted were returned.
 */
const statusPlan = [
  { statusId: 1, count: 8, maxAgeDays: 12 },
  { statusId: 2, count: 10, maxAgeDays: 16 },
  { statusId: 3, count: 7, maxAgeDays: 24 },
  { statusId: 5, count: 11, maxAgeDays: 150 },
  { statusId: 6, count: 5, maxAgeDays: 120 },
] as const
/** One slot for each request, with its age in days. */
const slots = statusPlan.flatMap(({ statusId, count, maxAgeDays }) =>
  Array.from({ length: count }, (_, index) => ({
    statusId,
    age: Math.ceil((maxAgeDays * (count - index)) / count),
    index,
  })),
)

const requestReasons = [
  'The position was filled anew (demonstration).',
  'The office moved and its telephone changed (demonstration).',
  'Regions were drawn anew (demonstration).',
  'A partner was bought out (demonstration).',
]

type ContactValues = Record<string, string | null>
/**
 * The property or company whose contacts a request changes, and the user name (`by`) of the person who files
 * it.
 */
type RequestSubject = {
  propertyId: number | null
  companyId: number | null
  ownerManaged: boolean
  by: string
  company: string
}
/** A line of a request, with the values of the contact before and after it. */
type ChangeLine = {
  kind: 'Add' | 'Change' | 'End'
  type: number
  contact: Contact | null
  oldValues: ContactValues | null
  newValues: ContactValues | null
}

const getValues = (contact: Contact): ContactValues => ({
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
 * Returns the subject of each request, whose contacts change, in turn: a property of the largest company, a
 * company, a property of the other company, and a property that its owner manages.
 */
function getSubjects(portfolio: Portfolio, accounts: readonly Account[]): RequestSubject[] {
  const getAccountProperties = (name: string) =>
    accounts.find((account) => account.userName === name)?.mainProperties ?? []
  const largestCompanyIds = portfolio.properties
    .filter((property) => property.managementCompany === largestCompany)
    .map((property) => property.id)
  const buildPropertySubject =
    (ids: readonly number[], userName: string, company: string, ownerManaged = false) =>
    (index: number) => ({
      propertyId: ids[index % ids.length] ?? null,
      companyId: null,
      ownerManaged,
      by: userName,
      company,
    })
  const buildCompanySubject = (index: number): RequestSubject => {
    const name = index % 2 === 0 ? largestCompany : otherCompany
    const companyId = portfolio.companies.find((company) => company.name === name)?.id ?? null
    const userName = name === largestCompany ? 'company.admin' : 'other.user'
    return { propertyId: null, companyId, ownerManaged: false, by: userName, company: name }
  }
  const subjectBuilders = [
    buildPropertySubject(largestCompanyIds, 'company.admin', largestCompany),
    buildCompanySubject,
    buildPropertySubject(largestCompanyIds, 'company.admin', largestCompany),
    buildPropertySubject(getAccountProperties('other.user'), 'other.user', otherCompany),
    buildPropertySubject(getAccountProperties('owner.manager'), 'owner.manager', '', true),
  ]
  return slots.map((_, index) => subjectBuilders[index % subjectBuilders.length]!(index))
}

/**
 * Returns the current contacts of a subject with their types: those of a property, or those of a company's
 * roles.
 */
function getCurrentContacts(
  portfolio: Portfolio,
  subject: RequestSubject,
): { type: number; contact: Contact }[] {
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

/**
 * Builds one to three lines of a request. Each changes another contact of the manager, and never one of the
 * owner.
 */
function buildLines(
  portfolio: Portfolio,
  subject: RequestSubject,
  key: string,
  slot: (typeof slots)[number],
): ChangeLine[] {
  const managerContacts = getCurrentContacts(portfolio, subject).filter(
    ({ type }) => type >= ContactType.RegionalContact,
  )
  return Array.from({ length: drawBetween(`lines ${key}`, 1, 3) }, (_, index): ChangeLine => {
    const { type, contact } = managerContacts[(slot.index + index * 2) % managerContacts.length]!
    const currentValues = getValues(contact)
    const kind =
      slot.statusId === RequestStatus.APPROVED
        ? 'Change'
        : drawChoice(`kind ${key} ${index}`, ['Change', 'Change', 'Add', 'End'] as const)
    const roleLabel = contactTypeLabels[type] ?? ''
    if (kind === 'Add') {
      const email = `second.${roleLabel.toLowerCase().replace(' ', '.')}@${getDomain(contact.company)}`
      const newValues = {
        ...currentValues,
        name: `Second ${roleLabel}, ${contact.company}`,
        phone: inventPhone(`second ${key}`),
        email,
      }
      return { kind, type, contact: null, oldValues: null, newValues }
    }
    if (kind === 'End') return { kind, type, contact, oldValues: currentValues, newValues: null }
    const formerValues = { ...currentValues, phone: inventPhone(`former ${key} ${index}`) }
    // Approved changes are the current data of the contact.
    if (slot.statusId === RequestStatus.APPROVED)
      return {
        kind,
        type,
        contact,
        oldValues: { ...formerValues, title: `Deputy ${roleLabel}` },
        newValues: currentValues,
      }
    // The contact changed again after the request under review was drafted, so the reviewer sees a conflict.
    const oldValues =
      slot.statusId === RequestStatus.UNDER_REVIEW && index === 0 ? formerValues : currentValues
    const newValues = {
      ...oldValues,
      title: `Senior ${roleLabel}`,
      phone: inventPhone(`new ${key} ${index}`),
    }
    return { kind, type, contact, oldValues, newValues }
  })
}

type ChangeStep = {
  action: string
  from: number | null
  to: number
  day: string
  by: string
  reason: string | null
}

/** Returns the steps of a request to its status. */
function getSteps(slot: (typeof slots)[number], userName: string, today: string): ChangeStep[] {
  const { statusId } = slot
  const startDay = addDays(today, -slot.age)
  const createStep = (
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
  const isReturned = statusId === RequestStatus.NOT_SUBMITTED && slot.index < 2
  return [
    createStep('create', null, 1, 0, userName),
    ...(statusId > RequestStatus.NOT_SUBMITTED || isReturned
      ? [createStep('submit', 1, 2, 1, userName)]
      : []),
    ...(isReturned
      ? [createStep('return', 2, 1, 2, 'agency.write', 'Please say who follows the regional manager.')]
      : []),
    ...(statusId > RequestStatus.SUBMITTED ? [createStep('startReview', 2, 3, 2, 'agency.write')] : []),
    ...(statusId === RequestStatus.APPROVED
      ? [createStep('approve', 3, 5, 4, 'agency.write', 'As asked.')]
      : []),
    ...(statusId === RequestStatus.REJECTED
      ? [createStep('deny', 3, 6, 4, 'agency.write', 'The person is not known to the owner; please clarify.')]
      : []),
  ]
}

const requestColumns = {
  ...stepColumns,
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

/** Loads the requests in all statuses. Contacts, companies and accounts must be loaded before. */
async function loadContactChanges(
  client: pg.ClientBase,
  portfolio: Portfolio,
  accounts: readonly Account[],
): Promise<void> {
  const userIdByName = new Map(accounts.map((account) => [account.userName, account.id]))
  const requests = getSubjects(portfolio, accounts).map((subject, index) => {
    const slot = slots[index]!
    const steps = getSteps(slot, subject.by, portfolio.day)
    const lines = buildLines(portfolio, subject, `contact change ${index}`, slot)
    return { id: index + 1, subject, slot, steps, lines }
  })
  const filedRequests = requests.map(({ id, subject, steps }) => ({
    id,
    propertyId: subject.propertyId,
    steps: steps.map((step, index) => ({
      ...step,
      at: formatTimestamp(step.day, 14 + index),
      by: userIdByName.get(step.by) ?? null,
    })),
  }))
  const rows = requests.map(({ id, subject, slot }, index) => ({
    ...getStepColumns(filedRequests[index]!.steps),
    contact_change_request_id: id,
    property_id: subject.propertyId,
    management_company_id: subject.companyId,
    owner_managed: subject.ownerManaged,
    reason: drawChoice(`reason ${id}`, requestReasons),
    status_id: slot.statusId,
  }))
  await insertRows(client, 'contact_change_request', requestColumns, rows)
  const lineRows = requests.flatMap(({ id, subject, slot, steps, lines }) =>
    lines.map((line, index) => ({
      contact_change_request_id: id,
      property_id: subject.propertyId,
      management_company_id: subject.companyId,
      position: index + 1,
      kind: line.kind,
      contact_type_id: line.type,
      contact_id: line.contact?.id ?? null,
      old_values: line.oldValues,
      new_values: line.newValues,
      effective_date: addDays(steps[0]!.day, 7),
      decisions: {},
      everywhere: false,
      applied_at:
        slot.statusId === RequestStatus.APPROVED ? formatTimestamp(addDays(steps[0]!.day, 7), 9) : null,
    })),
  )
  await insertRows(client, 'contact_change', lineColumns, lineRows)
  await loadStatusHistory(client, entity, filedRequests)
}

/** Loads invented requests to change contacts. */
export default {
  after: ['contacts', 'people'],
  load: ({ client, portfolio, accounts }) => loadContactChanges(client, portfolio, accounts),
  idColumns: { contact_change_request: 'contact_change_request_id' },
} satisfies DemoPart
