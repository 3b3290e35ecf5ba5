import { addBusinessDays, addDays } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Account } from './accounts.ts'
import { between, chance } from './chance.ts'
import { inventItems } from './requestItems.ts'
import type { Property, RequestItem, RequestStep, ReserveRequest, Vendor } from './types.ts'

/** How many requests stand in each status; the first two not submitted were returned for correction. */
const plan: readonly { statusId: number; count: number; oldest: number }[] = [
  { statusId: RequestStatus.NOT_SUBMITTED, count: 6, oldest: 20 },
  { statusId: RequestStatus.SUBMITTED, count: 8, oldest: 34 },
  { statusId: RequestStatus.UNDER_REVIEW, count: 6, oldest: 38 },
  { statusId: RequestStatus.REVIEWED, count: 5, oldest: 42 },
  { statusId: RequestStatus.APPROVED, count: 18, oldest: 125 },
  { statusId: RequestStatus.REJECTED, count: 4, oldest: 110 },
]

/**
 * Where the completions of the first approved requests stand, which are advance reviews; the first has none
 * yet.
 */
const completions: readonly (number | null)[] = [null, 1, 2, 3, 4, 5, 6]

type Slot = { statusId: number; oldest: number; returned: boolean; completion: number | null | undefined }
const slots: readonly Slot[] = plan.flatMap(({ statusId, count, oldest }) =>
  Array.from({ length: count }, (_, index) => ({
    statusId,
    oldest,
    returned: statusId === RequestStatus.NOT_SUBMITTED && index < 2,
    completion: statusId === RequestStatus.APPROVED ? completions[index] : undefined,
  })),
)

/** Who files for which property: every third request is of the other company. */
function filers(
  accounts: readonly Account[],
  properties: readonly Property[],
): { property: Property; by: string }[] {
  const byId = new Map(properties.map((property) => [property.id, property]))
  const account = (name: string): Account => accounts.find((row) => row.userName === name) as Account
  const userRequests = account('company.user').grants.map((grant) => ({
    id: grant.propertyId,
    by: grant.write ? 'company.user' : 'company.admin',
  }))
  const other = account('other.user').mainProperties.map((id) => ({ id, by: 'other.user' }))
  const choose = (list: typeof userRequests, index: number) =>
    list[index % list.length] as (typeof userRequests)[number]
  return slots.map((_, index) => {
    const selected =
      index % 3 === 2 ? choose(other, (index - 2) / 3) : choose(userRequests, index - Math.floor(index / 3))
    return { property: byId.get(selected.id) as Property, by: selected.by }
  })
}

/** A moment in agency office hours, a few minutes apart for steps of one day. */
const moment = (day: string, key: string, hour: number): string =>
  `${day}T${String(hour).padStart(2, '0')}:${String(between(`minute ${key}`, 0, 59)).padStart(2, '0')}:00.000Z`

/** Returns the steps of a request to its status, in order and at least one day apart. */
function getSteps(key: string, slot: Slot, createdOn: string, userName: string): RequestStep[] {
  const { statusId } = slot
  const step = (
    action: RequestStep['action'],
    from: number | null,
    to: number,
    days: number,
    persona: string,
    reason: string | null = null,
  ) => ({
    action,
    from,
    to,
    at: moment(addBusinessDays(createdOn, days), `${key} ${action}`, 15 + (to % 5)),
    by: persona,
    reason,
  })
  const steps = [step('create', null, 1, 0, userName)]
  if (statusId === RequestStatus.NOT_SUBMITTED && !slot.returned) return steps
  steps.push(step('submit', 1, 2, 1, userName))
  if (slot.returned) {
    return [
      ...steps,
      step(
        'return',
        2,
        1,
        4,
        'agency.write',
        'The invoice for the second item is not legible. Please upload it again.',
      ),
    ]
  }
  if (statusId === RequestStatus.SUBMITTED) return steps
  steps.push(step('startReview', 2, 3, 4, 'agency.write'))
  if (statusId === RequestStatus.UNDER_REVIEW) return steps
  if (statusId === RequestStatus.REJECTED) {
    return [
      ...steps,
      step('deny', 3, 6, 9, 'agency.write', 'None of the work is on the capital plan of this property.'),
    ]
  }
  steps.push(step('review', 3, 4, 7, 'agency.write'))
  if (statusId === RequestStatus.REVIEWED) return steps
  return [...steps, step('approve', 4, 5, 9, 'agency.manager')]
}

/** Returns the balance of the reserve at the end of a day. */
const balanceOn = (property: Property, day: string): number =>
  sumMoney((property.reserve?.entries ?? []).filter((entry) => entry.day <= day).map((entry) => entry.amount))

/** Keeps what a request claims below what its reserve holds, dropping the dearest items first. */
function withinBalance(items: RequestItem[], balance: number): RequestItem[] {
  const claimed = [...items]
  while (claimed.length > 1 && sumMoney(claimed.map((item) => item.claimedAmount)) > balance * 0.8) {
    const dearest = Math.max(...claimed.map((item) => item.claimedAmount))
    claimed.splice(
      claimed.findIndex((item) => item.claimedAmount === dearest),
      1,
    )
  }
  return claimed
}

function inventRequest(
  id: number,
  slot: Slot,
  property: Property,
  userName: string,
  vendors: readonly Vendor[],
  day: string,
): ReserveRequest {
  const key = `request ${id}`
  const settled = slot.statusId >= RequestStatus.APPROVED
  const youngest = settled ? 45 : 4 + slot.statusId * 4
  const createdOn = addBusinessDays(addDays(day, -between(`${key} age`, youngest, slot.oldest)), -1)
  const planned = settled ? slot.completion !== undefined : chance(`${key} type`, 20)
  const requestType = planned ? 'Advance review' : 'Reimbursement'
  const steps = getSteps(key, slot, createdOn, userName)
  const submitted = steps.find((step) => step.action === 'submit')
  const balance = balanceOn(property, createdOn)
  const items = withinBalance(
    inventItems(key, { kind: requestType, statusId: slot.statusId, createdOn }, vendors),
    balance,
  )
  return {
    id,
    propertyId: property.id,
    requestType,
    description: `${requestType === 'Reimbursement' ? 'Work done' : 'Work planned'}: ${[...new Set(items.map((item) => item.category.toLowerCase()))].join(', ')}`,
    statusId: slot.statusId,
    balanceAtSubmit: submitted ? balanceOn(property, submitted.at.slice(0, 10)) : null,
    completion: getCompletion(slot, steps),
    items,
    steps,
  }
}

/** Days after the pre-approval on which a completion is begun, and those its way to the release takes. */
const DAYS_OF_WORK = 8
const DAYS_TO_RELEASE = 16

const getApproval = (steps: readonly RequestStep[]): string | null =>
  steps.find((step) => step.action === 'approve')?.at.slice(0, 10) ?? null

function getCompletion({ completion }: Slot, steps: readonly RequestStep[]): ReserveRequest['completion'] {
  const approved = getApproval(steps)
  if (!completion || !approved) return null
  return { statusId: completion, begunOn: addDays(approved, DAYS_OF_WORK) }
}

/**
 * The day on which the reserve paid: that of the approval, or of the completion's where the work came after
 * it.
 */
function releasedOn({ requestType, completion, steps }: ReserveRequest): string | null {
  if (requestType === 'Reimbursement') return getApproval(steps)
  return completion?.statusId === RequestStatus.APPROVED ? addDays(completion.begunOn, DAYS_TO_RELEASE) : null
}

/** Posts what was approved as a release from the property's reserve. */
function postRelease(request: ReserveRequest, property: Property): void {
  const day = releasedOn(request)
  const total = sumMoney(request.items.map((item) => item.approvedAmount))
  if (!day || total === 0 || !property.reserve) return
  property.reserve.entries.push({
    day,
    kind: 'Release',
    amount: -total,
    request: request.id,
    note: null,
  })
}

/** One invoice is claimed by two requests of one company, on purpose and with its explanation. */
function claimTwice(requests: readonly ReserveRequest[]): void {
  const submitted = requests.filter(
    (row) => row.statusId === RequestStatus.SUBMITTED && row.requestType === 'Reimbursement',
  )
  const [first, second] = submitted.map((row) => row.items[0])
  if (!first || !second) return
  second.vendorId = first.vendorId
  second.category = first.category
  second.descriptionOfWork = first.descriptionOfWork
  second.invoiceNumber = first.invoiceNumber
  second.invoiceDate = first.invoiceDate
  second.duplicateInvoiceComment = 'One invoice covers both properties; each claims its own share.'
}

/** Changes a draft to claim an invoice that another company has submitted, as an example of a duplicate. */
function claimElsewhere(requests: readonly ReserveRequest[], properties: readonly Property[]): void {
  const companyByKey = new Map(properties.map((property) => [property.id, property.managementCompany]))
  const ofStatus = (status: number) =>
    requests.filter((row) => row.statusId === status && row.requestType === 'Reimbursement')
  for (const { propertyId, items } of ofStatus(RequestStatus.NOT_SUBMITTED)) {
    const other = ofStatus(RequestStatus.SUBMITTED).findLast(
      (row) => companyByKey.get(row.propertyId) !== companyByKey.get(propertyId),
    )
    const [mine, theirs] = [items[0], other?.items[0]]
    if (!mine || !theirs) continue
    const { vendorId, category, descriptionOfWork, invoiceNumber, invoiceDate } = theirs
    Object.assign(mine, { vendorId, category, descriptionOfWork, invoiceNumber, invoiceDate })
    return
  }
}

/**
 * Some forty replacement-reserve requests in every status, with their items and steps. Approved ones are
 * posted to the reserves of `properties`, which this changes; a property has one request at most.
 */
export function inventRequests(
  properties: readonly Property[],
  accounts: readonly Account[],
  vendors: readonly Vendor[],
  day: string,
): ReserveRequest[] {
  const filed = filers(accounts, properties)
  const requests = slots.map((slot, index) => {
    const { property, by: userName } = filed[index] as (typeof filed)[number]
    const request = inventRequest(index + 1, slot, property, userName, vendors, day)
    postRelease(request, property)
    return request
  })
  claimTwice(requests)
  claimElsewhere(requests, properties)
  return requests
}
