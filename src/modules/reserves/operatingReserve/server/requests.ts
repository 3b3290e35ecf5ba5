import { sql } from 'kysely'
import { isPaid, paidOnSql } from '#ground/money/payments/server/index.ts'
import { release, reverse } from '#ground/money/reserves/server/index.ts'
import { vendorWriters } from '#ground/money/vendors/server/index.ts'
import { sealedHouseholds } from '#ground/portfolio/households/server/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { decidedAmount, sqlStatus } from '#kernel/server/statusSql.ts'
import {
  type ApprovedAmounts,
  getReviewType,
  reviewTypes,
} from '#modules/shared/invoicedItems/model/index.ts'
import {
  approvedTotal,
  balanceOfAccount,
  claimInvoices,
  fileItems,
  forgetInvoices,
  saveItems,
  storeAmounts,
  storedItems,
} from '#modules/shared/invoicedItems/server/index.ts'
import { serveReview } from '#review/server/index.ts'
import { householdFields, OperatingReserveRequest } from '../model/entities.ts'
import {
  operatingRequests as declared,
  type ItemDetail,
  type RequestRow,
  type ReviewedItem,
} from '../model/operating.ts'
import { getOperatingReserveBalance, MOST_ITEMS } from '../model/rules.ts'
import { kind, loadOperatingReserveFacts, MODULE, WAITING } from './detail.ts'
import { approvalText, denialText } from './letters.ts'

/** The record under which the releases of a request are entered in the ledger. */
const getRecord = (row: RequestRow) => ({
  entity: OperatingReserveRequest.name,
  rowId: row.operatingReserveRequestId,
})

/** The account a request draws on; refused where its reserve has none. */
function getAccount({ propertyId, reserveAccountId }: RequestRow) {
  if (reserveAccountId === null) return refuse.rule('The agency holds no such reserve for the property.')
  return { propertyId, reserveAccountId }
}

/**
 * The account follows the reserve that is chosen: the property's oldest open one of that kind that the agency
 * holds.
 */
async function chooseAccount({ db }: AnyContext, id: number): Promise<void> {
  const account = sql`(select a.reserve_account_id from reserve_account a
    join reserve_type t on t.name = a.kind
    where a.property_id = r.property_id and t.reserve_type_id = r.reserve_type_id and a.holder = 'Agency'
    and a.closed_on is null
    order by a.reserve_account_id limit 1)`
  await sql`update operating_reserve_request r set reserve_account_id = ${account}
    where operating_reserve_request_id = ${id} and reserve_account_id is distinct from ${account}`.execute(db)
}

/** Stops the clock while the request waits on the property, and adds the days waited when it continues. */
async function stampWaiting({ db, settings }: AnyContext, id: number): Promise<void> {
  const today = sql`${settings.today()}::date`
  await sql`update operating_reserve_request set
      waited_days = waited_days + case when waiting_on_project then 0
      else coalesce(${today} - waiting_since, 0) end,
      waiting_since = case when waiting_on_project then coalesce(waiting_since, ${today}) end
    where operating_reserve_request_id = ${id} and waiting_on_project <> (waiting_since is not null)`.execute(
    db,
  )
}

/** Refuses to undo an approval on which payments were made. */
const refusePaid = async (context: AnyContext, row: RequestRow): Promise<Fault[]> =>
  (await isPaid(context, MODULE, row.operatingReserveRequestId))
    ? [{ field: '', message: 'This request has been paid; void its payments before changing its status.' }]
    : []

/** A property has no more vacant units than units. */
async function vacantWithin({ db }: AnyContext, { propertyId, vacancy }: RequestRow): Promise<Fault[]> {
  if (vacancy === null) return []
  const result = await sql<{ units: number }>`
    select total_units as units from property where property_id = ${propertyId}
    and total_units < ${vacancy}`.execute(db)
  return result.rows.map(({ units }) => ({
    field: 'vacancy',
    message: `Vacant units: the property has ${plural(units, 'unit', 'units')}.`,
  }))
}

/**
 * Returns the amounts decided by the documents' review items: 1 approves the claim, 2 approves nothing, 3
 * approves the given amount. Refuses a decision that contradicts its amount. The description is the reason
 * for a reduction, unless it repeats the item's own.
 */
async function decidedItems(
  context: AnyContext,
  id: number,
  reviewedItems: readonly ReviewedItem[],
): Promise<ApprovedAmounts> {
  const items = await storedItems<ItemDetail>(context, kind, id)
  return reviewedItems.map(({ operatingReserveRequestItemId: itemId, amount, description, type }, index) => {
    const item =
      items.find((line) => line.operatingReserveRequestItemId === itemId) ?? refuse.notFound('This item')
    const claimed = item.claimedAmount
    const ofType = type === 1 ? claimed : type === 2 ? 0 : item.approvedAmount
    const decided = amount === undefined ? ofType : amount
    if (type && decided !== null && getReviewType(claimed, decided) !== type)
      refuse.invalid([
        {
          field: `items.${index}.type`,
          message: `${reviewTypes[type as 1]}: the amount says something else.`,
        },
      ])
    const reason =
      description === undefined || description === item.description ? item.denialReason : description
    return { itemId, amount: decided, denialReason: reason }
  })
}

/** Requests to draw from operating reserves, as the server runs them. */
export const requests = serveReview(declared, {
  detail: loadOperatingReserveFacts,
  line: {
    select: sql`r.reserve_type_id, t.name as reserve_name, r.waited_days, r.waiting_since,
      ${paidOnSql(MODULE, sql`r.operating_reserve_request_id`, sql`i.approved`)} as paid_date, i.item_count,
      i.claimed,
      ${decidedAmount(sql`i.approved`)} as approved,
      case when r.waiting_on_project and r.status_id = ${sqlStatus.UNDER_REVIEW} then ${WAITING}
      end as status_label`,
    joins: sql`left join reserve_type t on t.reserve_type_id = r.reserve_type_id
      left join lateral (select count(*)::integer as item_count, coalesce(sum(claimed_amount), 0) as claimed,
        sum(approved_amount) as approved from operating_reserve_request_item i
        where i.operating_reserve_request_id = r.operating_reserve_request_id) i on true`,
  },
  writers: vendorWriters(
    sql`operating_reserve_request_item i
      where i.operating_reserve_request_id = r.operating_reserve_request_id`,
  ),
  amount: sql`(select coalesce(sum(i.claimed_amount), 0) from operating_reserve_request_item i
    where i.operating_reserve_request_id = r.operating_reserve_request_id)`,
  begin: async (context, { propertyId }) => {
    const result = await sql`select 1 from reserve_account a join reserve_type t on t.name = a.kind
      where a.property_id = ${propertyId} and a.holder = 'Agency' and a.closed_on is null limit 1`.execute(
      context.db,
    )
    if (result.rows.length === 0)
      refuse.rule(
        'The agency holds no operating reserve, or other reserve for running costs, for this property.',
      )
    return {}
  },
  saved: async (context, row, { items = [], ...removed }) => {
    const id = row.operatingReserveRequestId
    await chooseAccount(context, id)
    const sealed = sealedHouseholds(items, householdFields)
    await saveItems(context, requests.kit, kind, { ...row, id }, sealed, removed, MOST_ITEMS * 2)
  },
  reviewSaved: async (context, row, { approvedAmounts, items }) => {
    const id = row.operatingReserveRequestId
    await stampWaiting(context, id)
    if (approvedAmounts) await storeAmounts(context, kind, id, approvedAmounts)
    if (items?.length) await storeAmounts(context, kind, id, await decidedItems(context, id, items))
  },
  needs: { review: vacantWithin, reopen: refusePaid, adminChange: refusePaid },
  effects: {
    granted: async (context, row) =>
      release(
        context,
        getAccount(row),
        getRecord(row),
        approvedTotal(await storedItems(context, kind, row.operatingReserveRequestId)),
        'items',
      ),
    withdrawn: async (context, row) => {
      await reverse(context, getAccount(row), getRecord(row))
      await claimInvoices(context, kind, row)
    },
    // A denied invoice may be claimed again.
    denied: (context, row) => forgetInvoices(context, kind, row),
  },
  steps: {
    submit: {
      after: (context, row) =>
        fileItems(context, kind, row, sql`balance_at_submit = ${balanceOfAccount(row.reserveAccountId)}`),
    },
  },
  figures: (detail) => {
    const balance = getOperatingReserveBalance(detail)
    if (balance === null) return null
    const before = detail.statusId === RequestStatus.APPROVED ? sumMoney([balance, detail.approved]) : balance
    return `The balance is ${formatMoney(before)} now, and ${formatMoney(balance)} after it.`
  },
  mailLines: ({ approved, claimed }) => [
    `Approved: ${formatMoney(approved)} of ${formatMoney(claimed)} claimed.`,
  ],
  letters: { approve: approvalText, deny: denialText },
  toDo: sql`left(r.description, 80)`,
})
