import { addBusinessDays, addDays } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Account } from './accounts.ts'
import { drawBetween, drawChance } from './chance.ts'
import { inventItems } from './requestItems.ts'
import type { Property, RequestItem, RequestStep, ReserveRequest, Vendor } from './types.ts'

/**
 * The number of requests in each status, and the age in days of the oldest one. Two of those not submitted
 * were returned for correction.
 */
const plan: readonly { statusId: number; count: number; maxAgeDays: number }[] = [
  { statusId: RequestStatus.NOT_SUBMITTED, count: 6, maxAgeDays: 20 },
  { statusId: RequestStatus.SUBMITTED, count: 8, maxAgeDays: 34 },
  { statusId: RequestStatus.UNDER_REVIEW, count: 6, maxAgeDays: 38 },
  { statusId: RequestStatus.REVIEWED, count: 5, maxAgeDays: 42 },
  { statusId: RequestStatus.APPROVED, count: 18, maxAgeDays: 125 },
  { statusId: RequestStatus.REJECTED, count: 4, maxAgeDays: 110 },
]

/**
 * The statuses of the completions of the first approved requests, which are advance reviews. Null means that
 * the completion was not begun.
 */
const completions: readonly (number | null)[] = [null, 1, 2, 3, 4, 5, 6]

/**
 * The plan of one request. `completion` is undefined for requests that are not pre-approved advance reviews.
 */
type Slot = {
  statusId: number
  maxAgeDays: number
  isReturned: boolean
  completion: number | null | undefined
}
const slots: readonly Slot[] = plan.flatMap(({ statusId, count, maxAgeDays }) =>
  Array.from({ length: count }, (_, index) => ({
    statusId,
    maxAgeDays,
    isReturned: statusId === RequestStatus.NOT_SUBMITTED && index < 2,
    completion: statusId === RequestStatus.APPROVED ? completions[index] : undefined,
  })),
)

/**
 * Assigns a property and the user who files to each request. Every third request belongs to the other
 * company.
 */
function assignFilers(
  accounts: readonly Account[],
  properties: readonly Property[],
): { property: Property; filer: string }[] {
  const byId = new Map(properties.map((property) => [property.id, property]))
  const findAccount = (name: string): Account => accounts.find((row) => row.userName === name) as Account
  const userRequests = findAccount('company.user').grants.map((grant) => ({
    id: grant.propertyId,
    filer: grant.write ? 'company.user' : 'company.admin',
  }))
  const otherCompanyRequests = findAccount('other.user').mainProperties.map((id) => ({
    id,
    filer: 'other.user',
  }))
  const choose = (list: typeof userRequests, index: number) =>
    list[index % list.length] as (typeof userRequests)[number]
  return slots.map((_, index) => {
    const filing =
      index % 3 === 2
        ? choose(otherCompanyRequests, (index - 2) / 3)
        : choose(userRequests, index - Math.floor(index / 3))
    return { property: byId.get(filing.id) as Property, filer: filing.filer }
  })
}

/** Returns a timestamp on a day in office hours of the agency. The minute depends on the key. */
const getTimestamp = (day: string, key: string, hour: number): string =>
  `${day}T${String(hour).padStart(2, '0')}:${String(drawBetween(`minute ${key}`, 0, 59)).padStart(2, '0')}:00.000Z`

const RETURN_REASON = 'The invoice for the second item is not legible. Please upload it again.'

/** Returns the steps of a request to its status, in order and at least one day apart. */
function getSteps(key: string, slot: Slot, createdOn: string, userName: string): RequestStep[] {
  const { statusId } = slot
  const createStep = (
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
    at: getTimestamp(addBusinessDays(createdOn, days), `${key} ${action}`, 15 + (to % 5)),
    by: persona,
    reason,
  })
  const steps = [createStep('create', null, 1, 0, userName)]
  if (statusId === RequestStatus.NOT_SUBMITTED && !slot.isReturned) return steps
  steps.push(createStep('submit', 1, 2, 1, userName))
  if (slot.isReturned) {
    return [...steps, createStep('return', 2, 1, 4, 'agency.write', RETURN_REASON)]
  }
  if (statusId === RequestStatus.SUBMITTED) return steps
  steps.push(createStep('startReview', 2, 3, 4, 'agency.write'))
  if (statusId === RequestStatus.UNDER_REVIEW) return steps
  if (statusId === RequestStatus.REJECTED) {
    return [
      ...steps,
      createStep(
        'deny',
        3,
        6,
        9,
        'agency.write',
        'None of the work is on the capital plan of this property.',
      ),
    ]
  }
  steps.push(createStep('review', 3, 4, 7, 'agency.write'))
  if (statusId === RequestStatus.REVIEWED) return steps
  return [...steps, createStep('approve', 4, 5, 9, 'agency.manager')]
}

/** Returns the balance of the reserve at the end of a day. */
const computeBalance = (property: Property, day: string): number =>
  sumMoney((property.reserve?.entries ?? []).filter((entry) => entry.day <= day).map((entry) => entry.amount))

/**
 * Removes the most expensive items until the request claims at most 80 percent of the balance of its
 * reserve. One item always remains.
 */
function dropDearestItems(items: RequestItem[], balance: number): RequestItem[] {
  const remainingItems = [...items]
  while (
    remainingItems.length > 1 &&
    sumMoney(remainingItems.map((item) => item.claimedAmount)) > balance * 0.8
  ) {
    const dearest = Math.max(...remainingItems.map((item) => item.claimedAmount))
    remainingItems.splice(
      remainingItems.findIndex((item) => item.claimedAmount === dearest),
      1,
    )
  }
  return remainingItems
}

/** Invents a request with the status, age and type of its slot. */
function inventRequest(
  id: number,
  slot: Slot,
  property: Property,
  userName: string,
  vendors: readonly Vendor[],
  day: string,
): ReserveRequest {
  const key = `request ${id}`
  const isDecided = slot.statusId >= RequestStatus.APPROVED
  const minAgeDays = isDecided ? 45 : 4 + slot.statusId * 4
  const createdOn = addBusinessDays(addDays(day, -drawBetween(`${key} age`, minAgeDays, slot.maxAgeDays)), -1)
  const isAdvanceReview = isDecided ? slot.completion !== undefined : drawChance(`${key} type`, 20)
  const requestType = isAdvanceReview ? 'Advance review' : 'Reimbursement'
  const steps = getSteps(key, slot, createdOn, userName)
  const submitStep = steps.find((step) => step.action === 'submit')
  const balance = computeBalance(property, createdOn)
  const items = dropDearestItems(
    inventItems(key, { kind: requestType, statusId: slot.statusId, createdOn }, vendors),
    balance,
  )
  return {
    id,
    propertyId: property.id,
    requestType,
    description: `${requestType === 'Reimbursement' ? 'Work done' : 'Work planned'}: ${[...new Set(items.map((item) => item.category.toLowerCase()))].join(', ')}`,
    statusId: slot.statusId,
    balanceAtSubmit: submitStep ? computeBalance(property, submitStep.at.slice(0, 10)) : null,
    completion: getCompletion(slot, steps),
    items,
    steps,
  }
}

/** A completion is begun this many days after the pre-approval. */
const DAYS_OF_WORK = 8
/** A completion is released this many days after it was begun. */
const DAYS_TO_RELEASE = 16

/** Returns the day of the approval, or null. */
const getApproval = (steps: readonly RequestStep[]): string | null =>
  steps.find((step) => step.action === 'approve')?.at.slice(0, 10) ?? null

/** Returns the status and the first day of the completion of an advance review. Null without one. */
function getCompletion({ completion }: Slot, steps: readonly RequestStep[]): ReserveRequest['completion'] {
  const approvalDay = getApproval(steps)
  if (!completion || !approvalDay) return null
  return { statusId: completion, begunOn: addDays(approvalDay, DAYS_OF_WORK) }
}

/**
 * Returns the day on which the reserve paid: the day of the approval, or for an advance review of the
 * approval of its completion. Null if it has not paid.
 */
function getReleaseDay({ requestType, completion, steps }: ReserveRequest): string | null {
  if (requestType === 'Reimbursement') return getApproval(steps)
  return completion?.statusId === RequestStatus.APPROVED ? addDays(completion.begunOn, DAYS_TO_RELEASE) : null
}

/** Adds the approved amount to the property's reserve as a release. */
function postRelease(request: ReserveRequest, property: Property): void {
  const day = getReleaseDay(request)
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

/**
 * Changes a request to claim an invoice that another request of the company claims, with an explanation, as
 * an example of a duplicate.
 */
function claimInvoiceTwice(requests: readonly ReserveRequest[]): void {
  const submittedRequests = requests.filter(
    (row) => row.statusId === RequestStatus.SUBMITTED && row.requestType === 'Reimbursement',
  )
  const [first, second] = submittedRequests.map((row) => row.items[0])
  if (!first || !second) return
  second.vendorId = first.vendorId
  second.category = first.category
  second.descriptionOfWork = first.descriptionOfWork
  second.invoiceNumber = first.invoiceNumber
  second.invoiceDate = first.invoiceDate
  second.duplicateInvoiceComment = 'One invoice covers both properties; each claims its own share.'
}

/** Changes a draft to claim an invoice that another company has submitted, as an example of a duplicate. */
function claimInvoiceOfOtherCompany(
  requests: readonly ReserveRequest[],
  properties: readonly Property[],
): void {
  const companyByProperty = new Map(properties.map((property) => [property.id, property.managementCompany]))
  const getReimbursements = (status: number) =>
    requests.filter((row) => row.statusId === status && row.requestType === 'Reimbursement')
  for (const { propertyId, items } of getReimbursements(RequestStatus.NOT_SUBMITTED)) {
    const otherRequest = getReimbursements(RequestStatus.SUBMITTED).findLast(
      (row) => companyByProperty.get(row.propertyId) !== companyByProperty.get(propertyId),
    )
    const [draftItem, submittedItem] = [items[0], otherRequest?.items[0]]
    if (!draftItem || !submittedItem) continue
    const { vendorId, category, descriptionOfWork, invoiceNumber, invoiceDate } = submittedItem
    Object.assign(draftItem, { vendorId, category, descriptionOfWork, invoiceNumber, invoiceDate })
    return
  }
}

/**
 * Invents 47 replacement-reserve requests in every status, with their items and steps. Releases of approved
 * ones are added to the reserves of `properties`. A property has one request at most.
 */
export function inventRequests(
  properties: readonly Property[],
  accounts: readonly Account[],
  vendors: readonly Vendor[],
  day: string,
): ReserveRequest[] {
  const filings = assignFilers(accounts, properties)
  const requests = slots.map((slot, index) => {
    const { property, filer: userName } = filings[index] as (typeof filings)[number]
    const request = inventRequest(index + 1, slot, property, userName, vendors, day)
    postRelease(request, property)
    return request
  })
  claimInvoiceTwice(requests)
  claimInvoiceOfOtherCompany(requests, properties)
  return requests
}
