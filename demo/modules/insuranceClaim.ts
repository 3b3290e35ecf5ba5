import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { claims } from '#features/reserves/insuranceClaim/model/claims.ts'
import { getRequiredDocuments } from '#features/reserves/insuranceClaim/model/requestRules.ts'
import { requests } from '#features/reserves/insuranceClaim/model/requests.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { largestCompany } from '../accounts.ts'
import { drawBetween, drawChoice } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, getAnalyst, storeDocuments } from '../documents.ts'
import { type FiledStep, getStepsTo, getStepTakers, loadFiledRecords } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'
import type { Property } from '../types.ts'

/**
 * A planned claim: its status, its age in days, and the statuses of its payment requests. With
 * `reportedLate`, the day on which the company was told is unknown. With `insurerPaidNothing`, there is no
 * check.
 */
type ClaimPlan = {
  statusId: number
  ageDays: number
  requestStatuses?: readonly number[]
  reportedLate?: true
  insurerPaidNothing?: true
}

/** The planned claims in every status, with the numbers of `RequestStatus`. */
const claimPlans: readonly ClaimPlan[] = [
  { statusId: 1, ageDays: 1 },
  { statusId: 2, ageDays: 6 },
  { statusId: 2, ageDays: 9, reportedLate: true },
  { statusId: 3, ageDays: 40 },
  { statusId: 3, ageDays: 75, requestStatuses: [1] },
  { statusId: 3, ageDays: 90, requestStatuses: [5, 2] },
  { statusId: 3, ageDays: 110, requestStatuses: [5, 5, 3], reportedLate: true },
  { statusId: 3, ageDays: 130, requestStatuses: [6, 4] },
  { statusId: 4, ageDays: 160, requestStatuses: [5] },
  { statusId: 6, ageDays: 200, insurerPaidNothing: true },
  ...[260, 400, 520, 700, 860, 1010, 1190].map(
    (age): ClaimPlan => ({ statusId: 5, ageDays: age, requestStatuses: [5, 5] }),
  ),
  { statusId: 5, ageDays: 940, insurerPaidNothing: true },
  { statusId: 6, ageDays: 760, insurerPaidNothing: true },
]

/** The losses of the claims, in turn. `type` is the id of the type of loss. */
const losses = [
  {
    type: 1,
    description: 'Kitchen fire; smoke in the units above.',
    damagedItems: 'Kitchen, cabinets and ceiling',
    cause: 'Stove',
  },
  {
    type: 2,
    description: 'Hail broke shingles and gutters.',
    damagedItems: 'Roof and gutters',
    cause: 'Hail',
  },
  {
    type: 3,
    description: 'A supply line burst on the second floor.',
    damagedItems: 'Floors and drywall',
    cause: 'Frozen pipe',
  },
  { type: 7, description: 'A car hit the entrance.', damagedItems: 'Entrance and two windows', cause: 'Car' },
]
/** The deductible of every policy, in dollars. */
const DEDUCTIBLE = 5_000
/** The days from the loss to the first payment request. */
const DAYS_TO_FIRST_REQUEST = 14

/**
 * A claim on the property whose data it has. `amount` is the claimed and `received` the paid amount, in
 * dollars.
 */
type Claim = ClaimPlan & Property & { claimId: number; startDay: string; amount: number; received: number }
/**
 * A payment request on a claim. `index` is its place among the requests of the claim, and `amount` is in
 * dollars.
 */
type Request = { id: number; claim: Claim; statusId: number; startDay: string; amount: number; index: number }

/**
 * Whether a property of the largest company can have claims: it is active, has at least 13 units and a
 * reserve, and is in a Rural Development program.
 */
const mayHaveClaim = ({
  managementCompany,
  status,
  totalUnits,
  ruralDevelopmentIds,
  reserve,
}: Property): boolean =>
  managementCompany === largestCompany &&
  status === PropertyStatus.Active &&
  totalUnits >= 13 &&
  ruralDevelopmentIds.length > 0 &&
  reserve !== null

/** Returns the claims on the properties that may have one, in turn. */
function getClaims(properties: readonly Property[], day: string): Claim[] {
  const insuredProperties = properties.filter(mayHaveClaim)
  return claimPlans.map((plan, index) => {
    const amount = drawBetween(`loss ${index}`, 90, 900) * 100
    const insurerPays = plan.statusId >= RequestStatus.UNDER_REVIEW && !plan.insurerPaidNothing
    return {
      ...insuredProperties[index % insuredProperties.length]!,
      ...plan,
      claimId: index + 1,
      startDay: addDays(day, -plan.ageDays),
      amount,
      received: insurerPays ? amount - DEDUCTIBLE : 0,
    }
  })
}

/**
 * Returns the payment requests of the claims. The requests of a decided claim use up the received amount.
 * Those of an open claim leave a part of it.
 */
function getRequests(allClaims: readonly Claim[], day: string): Request[] {
  const claimRequests = allClaims.flatMap((claim) =>
    (claim.requestStatuses ?? []).map((statusId, index, statuses) => ({
      claim,
      statusId,
      index,
      // Approved requests came soon after the loss. The further an open one is, the earlier it was begun.
      startDay:
        statusId === RequestStatus.APPROVED
          ? addDays(claim.startDay, DAYS_TO_FIRST_REQUEST + index * 2)
          : addDays(day, -statusId * 5),
      amount: getShare(claim, index, statuses.length),
    })),
  )
  return claimRequests.map((item, index) => ({ ...item, id: index + 1 }))
}

/**
 * Returns the amount of a request, in dollars. The requests of a decided claim use up the received amount,
 * and those of an open claim leave an equal part of it.
 */
function getShare({ statusId, received }: Claim, index: number, count: number): number {
  const isComplete = statusId >= RequestStatus.REVIEWED
  const share = Math.floor(received / (isComplete ? count : count + 1))
  return isComplete && index === count - 1 ? received - share * (count - 1) : share
}

/** Moves the review and the decision of a claim 60 days later, after the repairs. */
const delayDecision = (steps: FiledStep[]): FiledStep[] =>
  steps.map((step) =>
    ['review', 'approve', 'deny'].includes(step.action)
      ? { ...step, at: `${addDays(step.at.slice(0, 10), 60)}${step.at.slice(10)}` }
      : step,
  )

const checkColumns = {
  insurance_claim_id: 'integer',
  property_id: 'integer',
  number: 'text',
  provider: 'text',
  amount_received: 'numeric',
  check_to_product: 'boolean',
  notification_date: 'date',
  received_on: 'date',
}
const getProvider = ({ claimId }: Claim) =>
  drawChoice(`insurer ${claimId}`, ['Prairie Mutual', 'River Bend Insurance', 'Ozark Casualty'])
const getClaimLoss = ({ claimId }: Claim) => losses[claimId % losses.length]!

/** Returns the check of the insurer, and for some open claims a second check that is only announced. */
const getChecks = (claim: Claim) => {
  const { claimId, id, startDay, received, statusId } = claim
  if (received === 0) return []
  const check = {
    insurance_claim_id: claimId,
    property_id: id,
    provider: getProvider(claim),
    check_to_product: true,
  }
  const firstCheck = {
    ...check,
    number: String(91_000 + claimId),
    amount_received: received,
    notification_date: addDays(startDay, 8),
  }
  const announcedCheck = {
    ...check,
    number: String(92_000 + claimId),
    amount_received: 2_400,
    notification_date: addDays(startDay, 30),
  }
  const hasAnnouncedCheck = statusId === RequestStatus.UNDER_REVIEW && claimId % 5 === 0
  return [
    { ...firstCheck, received_on: addDays(startDay, 12) },
    ...(hasAnnouncedCheck ? [{ ...announcedCheck, received_on: null }] : []),
  ]
}

/** Returns the columns of a claim: the report of the loss, and the result of the review. */
const getLossValues = (claim: Claim) => {
  const { statusId, startDay, insurerPaidNothing: hasNoPayment } = claim
  const isRepaired = statusId >= RequestStatus.REVIEWED && !hasNoPayment
  return {
    date_of_loss: addDays(startDay, -1),
    insurance_claim_type_of_loss_id: getClaimLoss(claim).type,
    description: getClaimLoss(claim).description,
    insurance_provider: getProvider(claim),
    claim_number: `CL-${70_000 + claim.claimId * 13}`,
    policy_from: `${startDay.slice(0, 4)}-01-01`,
    policy_until: `${startDay.slice(0, 4)}-12-31`,
    units_uninhabitable: claim.claimId % 3,
    tenants_relocated: claim.claimId % 3 > 0,
    injuries: false,
    total_amount_claimed: hasNoPayment ? 3_200 : claim.amount,
    deductible: DEDUCTIBLE,
    replacement_cost: hasNoPayment ? null : claim.amount + 1_500,
    actual_cash_value: hasNoPayment ? null : claim.amount,
    approved_amount: statusId >= RequestStatus.UNDER_REVIEW && !hasNoPayment ? claim.amount : null,
    date_reported_to_co: claim.reportedLate || statusId === RequestStatus.NOT_SUBMITTED ? null : startDay,
    date_memo_release: claim.requestStatuses?.includes(5) ? addDays(startDay, 33) : null,
    claim_checks_sent: isRepaired,
    inspection_required: false,
    inspector_visit: isRepaired,
    inspected_on: isRepaired ? addDays(startDay, 45) : null,
    pictures_received: isRepaired,
  }
}

const damageColumns = {
  insurance_claim_id: 'integer',
  property_id: 'integer',
  items: 'text',
  units_affected: 'text',
  cause: 'text',
}

const getDamageRow = (claim: Claim) => ({
  insurance_claim_id: claim.claimId,
  property_id: claim.id,
  items: getClaimLoss(claim).damagedItems,
  units_affected: 'Building 1',
  cause: getClaimLoss(claim).cause,
})

const itemColumns = {
  insurance_request_id: 'integer',
  property_id: 'integer',
  description: 'text',
  location: 'text',
  vendor_id: 'integer',
  invoice_number: 'text',
  invoice_date: 'date',
  check_number: 'text',
  claimed_amount: 'numeric',
  approved_amount: 'numeric',
  denial_reason: 'text',
}

/** Returns the approved amount of a request in dollars: all or nothing, or null before the review. */
const getApprovedAmount = ({ statusId, amount }: Request): number | null => {
  if (statusId === RequestStatus.REJECTED) return 0
  return statusId >= RequestStatus.REVIEWED ? amount : null
}

const getItem = (request: Request) => {
  const { id, claim, statusId, startDay, amount } = request
  return {
    insurance_request_id: id,
    property_id: claim.id,
    description: `Repair: ${getClaimLoss(claim).damagedItems.toLowerCase()}`,
    location: 'Building 1',
    vendor_id: drawBetween(`insurance vendor ${id}`, 1, 20),
    invoice_number: `I-${3000 + id}`,
    invoice_date: startDay,
    check_number: String(8000 + id),
    claimed_amount: amount,
    approved_amount: getApprovedAmount(request),
    denial_reason: statusId === RequestStatus.REJECTED ? 'The invoice is about another building.' : null,
  }
}

/** SQL: the invoices of submitted requests. */
const insertInvoicesSql = `
  insert into invoice (module_name, request_id, item_id, property_id, filed_company_id, vendor_id, invoice_number, normalised_number,
    invoice_date, amount, claimed)
  select 'InsuranceRequest', r.insurance_request_id, i.insurance_request_item_id, i.property_id, r.filed_company_id, i.vendor_id,
    i.invoice_number, replace(i.invoice_number, '-', ''), i.invoice_date, i.claimed_amount, true
  from insurance_request_item i join insurance_request r using (insurance_request_id)
  where r.status_id between 2 and 5 order by i.insurance_request_item_id`

/**
 * SQL: pays approved requests three days after the decision. Of a claim under review, only the first request
 * is paid.
 */
const insertPaymentsSql = `
  insert into payment (property_id, filed_company_id, module_name, request_id, payee, amount, paid_on, check_number, created_by, created_at)
  select r.property_id, r.filed_company_id, 'InsuranceRequest', r.insurance_request_id, p.name, i.approved_amount,
    (r.decided at time zone 'UTC')::date + 3, (50000 + r.insurance_request_id)::text, $1, r.decided + interval '3 days'
  from insurance_request r join insurance_request_item i using (insurance_request_id) join property p on p.property_id = r.property_id
  join insurance_claim c using (insurance_claim_id)
  where r.status_id = 5 and (c.status_id > 3 or r.insurance_request_id =
    (select min(o.insurance_request_id) from insurance_request o where o.insurance_claim_id = c.insurance_claim_id))
  order by r.insurance_request_id`

/** Returns the required documents of the items of open requests. */
async function getInvoiceDocuments(context: DemoContext): Promise<GeneratedDocument[]> {
  const { rows } = await context.client.query<{
    id: number
    item: number
    property: number
    name: string
    at: string
  }>(
    `select r.insurance_request_id as id, i.insurance_request_item_id as item, r.property_id as property, p.name, r.created_at as at
      from insurance_request r join insurance_request_item i using (insurance_request_id) join property p on p.property_id = r.property_id
      where r.status_id between 2 and 4 order by 1`,
  )
  return rows.flatMap((row) =>
    getRequiredDocuments({ payVendorDirectly: false }).map((kind) => ({
      property_id: row.property,
      management_company_id: null,
      module_name: requests.module,
      module_id: row.id,
      sub_module_name: 'item',
      sub_module_id: row.item,
      document_type: kind,
      internal_to_agency: false,
      file_name: `${kind.toLowerCase()}-ir-${row.id}.pdf`,
      created_by: getAnalyst(context),
      created_at: new Date(row.at).toISOString(),
      lines: [row.name, `Payment request ${requests.numberOf(row.id)}`],
    })),
  )
}

/**
 * Loads insurance claims in every status over several years, with their checks, payment requests and
 * payments.
 */
export default {
  after: ['properties', 'vendors', 'payments'],
  load: async ({ client, portfolio, users, day }) => {
    const allClaims = getClaims(portfolio.properties, day)
    const claimRequests = getRequests(allClaims, day)
    const stepTakers = getStepTakers(users)
    const reason = 'The loss is below the deductible; the company withdraws the claim.'
    const records = allClaims.map((claim) => ({
      id: claim.claimId,
      propertyId: claim.id,
      steps: delayDecision(
        getStepsTo(
          claim.statusId,
          claim.startDay,
          stepTakers,
          claim.statusId === RequestStatus.REJECTED ? reason : null,
        ),
      ),
      values: getLossValues(claim),
    }))
    await loadFiledRecords(client, claims, records)
    await insertRows(client, 'insurance_claim_item', damageColumns, allClaims.map(getDamageRow))
    await insertRows(client, 'insurance_check', checkColumns, allClaims.flatMap(getChecks))
    await loadFiledRecords(
      client,
      requests,
      claimRequests.map((request) => ({
        id: request.id,
        propertyId: request.claim.id,
        steps: getStepsTo(
          request.statusId,
          request.startDay,
          stepTakers,
          request.statusId === RequestStatus.REJECTED ? 'The invoice is about another building.' : null,
        ),
        values: {
          insurance_claim_id: request.claim.claimId,
          narrative: `${request.index === 0 ? 'First' : 'Further'} repairs after the loss.`,
          inspection_needed: request.index > 0,
          certified: request.statusId > RequestStatus.NOT_SUBMITTED,
          held_at_submit: request.statusId > RequestStatus.NOT_SUBMITTED ? request.claim.received : null,
        },
      })),
    )
    await insertRows(client, 'insurance_request_item', itemColumns, claimRequests.map(getItem))
    await client.query(insertInvoicesSql)
    await client.query(insertPaymentsSql, [users.get('agency.write') ?? 1])
  },
  createDocuments: async (context) => storeDocuments(context, await getInvoiceDocuments(context)),
} satisfies DemoPart
