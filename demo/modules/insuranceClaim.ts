import { addDays } from '#kernel/model/dates.ts'
import { claims } from '#modules/reserves/insuranceClaim/model/claims.ts'
import { getRequiredDocuments } from '#modules/reserves/insuranceClaim/model/requestRules.ts'
import { requests } from '#modules/reserves/insuranceClaim/model/requests.ts'
import { largestCompany } from '../accounts.ts'
import { between, pick } from '../chance.ts'
import { type Document, getAnalyst, storeDocuments } from '../documents.ts'
import { type FiledStep, getWalkers, loadFiled, wayTo } from '../filed.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoContext, DemoPart } from '../part.ts'
import type { Property } from '../types.ts'

/** A claim: its status, how long ago it was begun, and the statuses of its payment requests. */
type Plan = { statusId: number; age: number; asked?: readonly number[]; late?: true; unanswered?: true }

const planned: readonly Plan[] = [
  { statusId: 1, age: 1 },
  { statusId: 2, age: 6 },
  { statusId: 2, age: 9, late: true },
  { statusId: 3, age: 40 },
  { statusId: 3, age: 75, asked: [1] },
  { statusId: 3, age: 90, asked: [5, 2] },
  { statusId: 3, age: 110, asked: [5, 5, 3], late: true },
  { statusId: 3, age: 130, asked: [6, 4] },
  { statusId: 4, age: 160, asked: [5] },
  { statusId: 6, age: 200, unanswered: true },
  ...[260, 400, 520, 700, 860, 1010, 1190].map((age): Plan => ({ statusId: 5, age, asked: [5, 5] })),
  { statusId: 5, age: 940, unanswered: true },
  { statusId: 6, age: 760, unanswered: true },
]

const losses = [
  {
    type: 1,
    what: 'Kitchen fire; smoke in the units above.',
    damaged: 'Kitchen, cabinets and ceiling',
    cause: 'Stove',
  },
  { type: 2, what: 'Hail broke shingles and gutters.', damaged: 'Roof and gutters', cause: 'Hail' },
  {
    type: 3,
    what: 'A supply line burst on the second floor.',
    damaged: 'Floors and drywall',
    cause: 'Frozen pipe',
  },
  { type: 7, what: 'A car hit the entrance.', damaged: 'Entrance and two windows', cause: 'Car' },
]
const DEDUCTIBLE = 5_000
const TWO_WEEKS = 14

type Claim = Plan & Property & { claimId: number; begun: string; amount: number; received: number }
type Request = { id: number; claim: Claim; statusId: number; begun: string; amount: number; place: number }

/** Properties of the demonstration’s own company that have losses. */
const insured = ({
  managementCompany,
  status,
  totalUnits,
  ruralDevelopmentIds,
  reserve,
}: Property): boolean =>
  managementCompany === largestCompany &&
  status === 0 &&
  totalUnits >= 13 &&
  ruralDevelopmentIds.length > 0 &&
  reserve !== null

function getClaims(properties: readonly Property[], day: string): Claim[] {
  const matchingProperties = properties.filter(insured)
  return planned.map((plan, index) => {
    const amount = between(`loss ${index}`, 90, 900) * 100
    const pays = plan.statusId >= 3 && !plan.unanswered
    return {
      ...matchingProperties[index % matchingProperties.length]!,
      ...plan,
      claimId: index + 1,
      begun: addDays(day, -plan.age),
      amount,
      received: pays ? amount - DEDUCTIBLE : 0,
    }
  })
}

/** The requests of a claim: of one that ended all that was received, of others a part each. */
function getRequests(all: readonly Claim[], day: string): Request[] {
  const claimRequests = all.flatMap((claim) =>
    (claim.asked ?? []).map((statusId, place, statuses) => ({
      claim,
      statusId,
      place,
      begun: addDays(
        statusId === 5 ? claim.begun : day,
        statusId === 5 ? TWO_WEEKS + place * 2 : -statusId * 5,
      ),
      amount: getShare(claim, place, statuses.length),
    })),
  )
  return claimRequests.map((item, index) => ({ ...item, id: index + 1 }))
}

function getShare({ statusId, received }: Claim, place: number, count: number): number {
  const share = Math.floor(received / (statusId >= 4 ? count : count + 1))
  return statusId >= 4 && place === count - 1 ? received - share * (count - 1) : share
}

/** The final steps of a claim are after its repairs. */
const ended = (steps: FiledStep[]): FiledStep[] =>
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
  pick(`insurer ${claimId}`, ['Prairie Mutual', 'River Bend Insurance', 'Ozark Casualty'])
const getLoss = ({ claimId }: Claim) => losses[claimId % losses.length]!

/** A check for the payment of the insurer, and for one claim another check that is only announced. */
const getChecks = (claim: Claim) => {
  const { claimId, id, begun: startDay, received, statusId } = claim
  if (received === 0) return []
  const check = {
    insurance_claim_id: claimId,
    property_id: id,
    provider: getProvider(claim),
    check_to_product: true,
  }
  const first = {
    ...check,
    number: String(91_000 + claimId),
    amount_received: received,
    notification_date: addDays(startDay, 8),
  }
  const announced = {
    ...check,
    number: String(92_000 + claimId),
    amount_received: 2_400,
    notification_date: addDays(startDay, 30),
  }
  const open = statusId === 3 && claimId % 5 === 0
  return [
    { ...first, received_on: addDays(startDay, 12) },
    ...(open ? [{ ...announced, received_on: null }] : []),
  ]
}

/** The report of a loss, and the result of the review of its claim. */
const lossValues = (claim: Claim) => {
  const { statusId, begun: startDay, unanswered } = claim
  const repaired = statusId >= 4 && !unanswered
  return {
    date_of_loss: addDays(startDay, -1),
    insurance_claim_type_of_loss_id: getLoss(claim).type,
    description: getLoss(claim).what,
    insurance_provider: getProvider(claim),
    claim_number: `CL-${70_000 + claim.claimId * 13}`,
    policy_from: `${startDay.slice(0, 4)}-01-01`,
    policy_until: `${startDay.slice(0, 4)}-12-31`,
    units_uninhabitable: claim.claimId % 3,
    tenants_relocated: claim.claimId % 3 > 0,
    injuries: false,
    total_amount_claimed: unanswered ? 3_200 : claim.amount,
    deductible: DEDUCTIBLE,
    replacement_cost: unanswered ? null : claim.amount + 1_500,
    actual_cash_value: unanswered ? null : claim.amount,
    approved_amount: statusId >= 3 && !unanswered ? claim.amount : null,
    date_reported_to_co: claim.late || statusId === 1 ? null : startDay,
    date_memo_release: claim.asked?.includes(5) ? addDays(startDay, 33) : null,
    claim_checks_sent: repaired,
    inspection_required: false,
    inspector_visit: repaired,
    inspected_on: repaired ? addDays(startDay, 45) : null,
    pictures_received: repaired,
  }
}

const damagedColumns = {
  insurance_claim_id: 'integer',
  property_id: 'integer',
  items: 'text',
  units_affected: 'text',
  cause: 'text',
}

const getDamageRow = (claim: Claim) => ({
  insurance_claim_id: claim.claimId,
  property_id: claim.id,
  items: getLoss(claim).damaged,
  units_affected: 'Building 1',
  cause: getLoss(claim).cause,
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

const getItem = ({ id, claim, statusId, begun, amount }: Request) => ({
  insurance_request_id: id,
  property_id: claim.id,
  description: `Repair: ${getLoss(claim).damaged.toLowerCase()}`,
  location: 'Building 1',
  vendor_id: between(`insurance vendor ${id}`, 1, 20),
  invoice_number: `I-${3000 + id}`,
  invoice_date: begun,
  check_number: String(8000 + id),
  claimed_amount: amount,
  approved_amount: statusId === 6 ? 0 : statusId >= 4 ? amount : null,
  denial_reason: statusId === 6 ? 'The invoice is about another building.' : null,
})

const claimed = `
  insert into invoice (module_name, request_id, item_id, property_id, filed_company_id, vendor_id, invoice_number, normalised_number,
    invoice_date, amount, claimed)
  select 'InsuranceRequest', r.insurance_request_id, i.insurance_request_item_id, i.property_id, r.filed_company_id, i.vendor_id,
    i.invoice_number, replace(i.invoice_number, '-', ''), i.invoice_date, i.claimed_amount, true
  from insurance_request_item i join insurance_request r using (insurance_request_id)
  where r.status_id between 2 and 5 order by i.insurance_request_item_id`

/**
 * What was approved is paid three days later; of claims under review the last approval waits for its check.
 */
const paid = `
  insert into payment (property_id, filed_company_id, module_name, request_id, payee, amount, paid_on, check_number, created_by, created_at)
  select r.property_id, r.filed_company_id, 'InsuranceRequest', r.insurance_request_id, p.name, i.approved_amount,
    (r.decided at time zone 'UTC')::date + 3, (50000 + r.insurance_request_id)::text, $1, r.decided + interval '3 days'
  from insurance_request r join insurance_request_item i using (insurance_request_id) join property p on p.property_id = r.property_id
  join insurance_claim c using (insurance_claim_id)
  where r.status_id = 5 and (c.status_id > 3 or r.insurance_request_id =
    (select min(o.insurance_request_id) from insurance_request o where o.insurance_claim_id = c.insurance_claim_id))
  order by r.insurance_request_id`

async function documents(context: DemoContext): Promise<Document[]> {
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

/** Insurance claims in every status over several years, with their checks, payment requests and payments. */
export default {
  after: ['properties', 'vendors', 'payments'],
  load: async ({ client, portfolio, users, day }) => {
    const all = getClaims(portfolio.properties, day)
    const claimRequests = getRequests(all, day)
    const walkers = getWalkers(users)
    const reason = 'The loss is below the deductible; the company withdraws the claim.'
    const records = all.map((claim) => ({
      id: claim.claimId,
      propertyId: claim.id,
      steps: ended(wayTo(claim.statusId, claim.begun, walkers, claim.statusId === 6 ? reason : null)),
      values: lossValues(claim),
    }))
    await loadFiled(client, claims, records)
    await insertRows(client, 'insurance_claim_item', damagedColumns, all.map(getDamageRow))
    await insertRows(client, 'insurance_check', checkColumns, all.flatMap(getChecks))
    await loadFiled(
      client,
      requests,
      claimRequests.map((request) => ({
        id: request.id,
        propertyId: request.claim.id,
        steps: wayTo(
          request.statusId,
          request.begun,
          walkers,
          request.statusId === 6 ? 'The invoice is about another building.' : null,
        ),
        values: {
          insurance_claim_id: request.claim.claimId,
          narrative: `${request.place === 0 ? 'First' : 'Further'} repairs after the loss.`,
          inspection_needed: request.place > 0,
          certified: request.statusId > 1,
          held_at_submit: request.statusId > 1 ? request.claim.received : null,
        },
      })),
    )
    await insertRows(client, 'insurance_request_item', itemColumns, claimRequests.map(getItem))
    await client.query(claimed)
    await client.query(paid, [users.get('agency.write') ?? 1])
  },
  documents: async (context) => storeDocuments(context, await documents(context)),
} satisfies DemoPart
