import { seal } from '#core/portfolio/households/server/index.ts'
import { operatingRequests } from '#features/reserves/operatingReserve/model/operating.ts'
import { getRequiredDocuments } from '#features/reserves/operatingReserve/model/rules.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween, drawChoice } from '../chance.ts'
import type { DemoPart } from '../demoPart.ts'
import { type DocumentedRecord, getDocuments, storeDocuments } from '../documents.ts'
import { getStepsTo, getStepTakers, loadFiledRecords } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'

/**
 * The statuses of the requests (numbers of `RequestStatus`): first eight open ones, then those that were
 * decided in earlier years.
 */
const statuses = [1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 5, 5, 6, 5, 5, 5, 6, 5, 5, 5]
/** The days between two decided requests. */
const DAYS_BETWEEN_DECIDED = 75

/** A reserve account, with its balance in dollars. */
type Account = {
  propertyId: number
  reserveAccountId: number
  reserveTypeId: number
  units: number
  balance: number
}

/** SQL: reserve accounts that have operating requests, with their balances. */
const accountsSql = `
  select a.property_id as "propertyId", a.reserve_account_id as "reserveAccountId", t.reserve_type_id as "reserveTypeId",
    p.total_units as units, sum(e.amount)::float as balance
  from reserve_account a join reserve_type t on t.name = a.kind join property p using (property_id)
  join reserve_entry e using (reserve_account_id) where p.total_units >= 13 group by 1, 2, 3, 4 order by 1, 2 limit $1`

/** The kinds of costs. `kind` is the id of the request type in the migrations. */
const costKinds = [
  { kind: 9, name: 'Boiler repair' },
  { kind: 2, name: 'Electricity, three months' },
  { kind: 3, name: 'Payroll, October' },
  { kind: 4, name: 'Property tax, second half' },
  { kind: 1, name: 'Snow removal' },
]
const PAYROLL_KIND = 3
const SUBSIDY = { kind: 6, name: 'Rental subsidy' }

const itemColumns = {
  operating_reserve_request_id: 'integer',
  property_id: 'integer',
  position: 'integer',
  operating_reserve_request_type_id: 'integer',
  description: 'text',
  vendor_id: 'integer',
  invoice_number: 'text',
  invoice_date: 'date',
  check_number: 'text',
  claimed_amount: 'numeric',
  approved_amount: 'numeric',
  denial_reason: 'text',
  head_of_household: 'text',
  income: 'text',
  num_in_household: 'integer',
  effective_date: 'date',
  service_requested: 'text',
}

type Request = Account & { id: number; statusId: number; begun: string }

/**
 * Invents one to three cost items of a request. Every fourth request also has the subsidy of an invented
 * household.
 */
function getItems({ id, propertyId, units, statusId, begun }: Request) {
  const costCount = drawBetween(`costs of ${id}`, 1, 3)
  const isDecided = statusId >= RequestStatus.REVIEWED
  return Array.from({ length: costCount + (id % 4 === 0 ? 1 : 0) }, (_, index) => {
    const isHousehold = index === costCount
    const cost = isHousehold ? SUBSIDY : drawChoice(`work ${id} ${index}`, costKinds)
    const isInvoiced = !isHousehold && cost.kind !== PAYROLL_KIND
    const claimedAmount = isHousehold ? 250 : drawBetween(`cost ${id} ${index}`, 20, 60) * Math.min(units, 40)
    const isReduced = isDecided && index === 0 && id % 3 === 0
    let approvedAmount = isReduced ? Math.floor(claimedAmount / 2) : claimedAmount
    if (statusId === RequestStatus.REJECTED) approvedAmount = 0
    return {
      operating_reserve_request_id: id,
      property_id: propertyId,
      position: index + 1,
      operating_reserve_request_type_id: cost.kind,
      description: cost.name,
      vendor_id: drawBetween(`vendor ${id} ${index}`, 1, 20),
      invoice_number: isInvoiced ? `O-${id}${index}` : null,
      invoice_date: isInvoiced ? addDays(begun, -12) : null,
      check_number: isInvoiced ? String(6000 + id * 3 + index) : null,
      claimed_amount: claimedAmount,
      approved_amount: isDecided ? approvedAmount : null,
      denial_reason:
        isDecided && approvedAmount < claimedAmount ? 'The figures of the year do not support more.' : null,
      head_of_household: isHousehold ? seal(`Invented household ${id}`) : null,
      income: isHousehold ? seal(String(drawBetween(`income ${id}`, 140, 290) * 100)) : null,
      num_in_household: isHousehold ? drawBetween(`people ${id}`, 1, 5) : null,
      effective_date: isHousehold ? addDays(begun, -5) : null,
      service_requested: isHousehold ? 'Subsidy of the rent for one month' : null,
    }
  })
}

/**
 * SQL: the releases of approved requests. Those from before the account was opened here are part of the
 * opening balance.
 */
const releasesSql = `
  insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, entity, row_id, created_at)
  select r.property_id, r.reserve_account_id, (r.decided at time zone 'UTC')::date, 'Release', -sum(i.approved_amount),
    'OperatingReserveRequest', r.operating_reserve_request_id, r.decided
  from operating_reserve_request r join operating_reserve_request_item i using (operating_reserve_request_id)
  join reserve_account a on a.reserve_account_id = r.reserve_account_id
  where r.status_id = 5 and r.decided::date >= a.opened_on group by r.operating_reserve_request_id having sum(i.approved_amount) > 0
  order by r.operating_reserve_request_id`

/** SQL: the invoices of submitted requests. */
const invoicesSql = `
  insert into invoice (module_name, request_id, item_id, property_id, filed_company_id, vendor_id, invoice_number, normalised_number,
    invoice_date, amount, claimed)
  select 'OperatingReserve', r.operating_reserve_request_id, i.operating_reserve_request_item_id, i.property_id, r.filed_company_id,
    i.vendor_id, i.invoice_number, replace(i.invoice_number, '-', ''), i.invoice_date, i.claimed_amount, true
  from operating_reserve_request_item i join operating_reserve_request r using (operating_reserve_request_id)
  where i.invoice_number is not null and r.status_id between 2 and 5 order by i.operating_reserve_request_item_id`

/** SQL: the items of open requests that get documents. */
const documentedItemsSql = `
  select r.operating_reserve_request_id as id, i.operating_reserve_request_item_id as item, r.property_id as property, p.name, r.created_at as at, t.needs_photos as pictured
  from operating_reserve_request r join operating_reserve_request_item i using (operating_reserve_request_id)
  join operating_reserve_request_type t using (operating_reserve_request_type_id)
  join property p on p.property_id = r.property_id
  where i.invoice_number is not null and r.status_id between 2 and 4 order by 1, 2`

/** Loads requests to operating reserves in every status, over several years. */
export default {
  after: ['reserves', 'vendors', 'payments'],
  load: async ({ client, users, day }) => {
    const rows = (await client.query<Account>(accountsSql, [statuses.length])).rows
    const requests = statuses.flatMap((statusId, index): Request[] => {
      const account = rows[index % Math.max(1, rows.length)]
      const age = index < 8 ? 6 + index * 4 : 30 + (index - 8) * DAYS_BETWEEN_DECIDED
      return account ? [{ ...account, id: index + 1, statusId, begun: addDays(day, -age) }] : []
    })
    const stepTakers = getStepTakers(users)
    const records = requests.map((request) => ({
      id: request.id,
      propertyId: request.propertyId,
      steps: getStepsTo(
        request.statusId,
        request.begun,
        stepTakers,
        request.statusId === RequestStatus.REJECTED ? 'The property can pay this itself.' : null,
      ),
      values: {
        reserve_type_id: request.reserveTypeId,
        reserve_account_id: request.reserveAccountId,
        description: 'Cash is short until the rents of the vacant units come in.',
        figures_as_of: addDays(request.begun, -15),
        current_payables: request.units * 300,
        due_within_month: request.units * 120,
        cash_available: request.units * 260,
        certified: request.statusId > RequestStatus.NOT_SUBMITTED,
        balance_at_submit: request.statusId > RequestStatus.NOT_SUBMITTED ? request.balance : null,
        vacancy: request.statusId >= RequestStatus.REVIEWED ? Math.ceil(request.units / 12) : null,
        waiting_on_project: request.id === 7,
        waiting_since: request.id === 7 ? addDays(day, -3) : null,
      },
    }))
    await loadFiledRecords(client, operatingRequests, records)
    await insertRows(client, 'operating_reserve_request_item', itemColumns, requests.flatMap(getItems))
    await client.query(invoicesSql)
    await client.query(releasesSql)
  },
  createDocuments: async (context) => {
    const { rows } = await context.client.query<DocumentedRecord & { pictured: boolean }>(documentedItemsSql)
    const documents = rows.flatMap((row) =>
      getDocuments(
        context,
        operatingRequests,
        [row],
        getRequiredDocuments({ needsInvoice: true, needsPhotos: row.pictured }, { payVendorDirectly: false }),
      ),
    )
    await storeDocuments(context, documents)
  },
} satisfies DemoPart
