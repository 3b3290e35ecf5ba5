import { sql } from 'kysely'
import { isPaid, paidOnSql } from '#core/money/payments/server/index.ts'
import { releaseMoney, reverse } from '#core/money/reserves/server/index.ts'
import { vendorWriterIdsSql } from '#core/money/vendors/server/index.ts'
import { sealHouseholds } from '#core/portfolio/households/server/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import {
  type ApprovedAmounts,
  getReviewType,
  reviewTypes,
} from '#features/shared/invoicedItems/model/index.ts'
import {
  accountBalanceSql,
  claimInvoices,
  completeSubmission,
  forgetInvoices,
  loadStoredItems,
  saveItems,
  storeAmounts,
  sumApproved,
} from '#features/shared/invoicedItems/server/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { decidedAmount, sqlStatus } from '#kernel/server/statusSql.ts'
import { householdFields, OperatingReserveRequest } from '../model/entities.ts'
import {
  operatingRequests as declared,
  type ItemDetail,
  type RequestRow,
  type ReviewedItem,
} from '../model/operating.ts'
import { getOperatingReserveBalance, MAX_ITEMS } from '../model/rules.ts'
import {
  loadOperatingReserveFacts,
  OPERATING_RESERVE_MODULE,
  operatingItemKind,
  WAITING_LABEL,
} from './detail.ts'
import { getApprovalText, getDenialText } from './letters.ts'

/** Returns the record under which the releases of a request are entered in the reserve ledger. */
const getRecord = (row: RequestRow) => ({
  entity: OperatingReserveRequest.name,
  rowId: row.operatingReserveRequestId,
})

/** Returns the account that a request draws on. Refuses if its reserve has no account. */
function getAccount({ propertyId, reserveAccountId }: RequestRow) {
  if (reserveAccountId === null) return refuse.rule('The agency holds no such reserve for the property.')
  return { propertyId, reserveAccountId }
}

/**
 * Sets the account of a request to the property’s oldest open account at the agency of the chosen reserve
 * type.
 */
async function setAccount({ db }: AnyContext, id: number): Promise<void> {
  const account = sql`(select a.reserve_account_id from reserve_account a
    join reserve_type t on t.name = a.kind
    where a.property_id = r.property_id and t.reserve_type_id = r.reserve_type_id and a.holder = 'Agency'
    and a.closed_on is null
    order by a.reserve_account_id limit 1)`
  await sql`update operating_reserve_request r set reserve_account_id = ${account}
    where operating_reserve_request_id = ${id} and reserve_account_id is distinct from ${account}`.execute(db)
}

/** Stops the clock while the request waits on the property, and adds the days waited when it continues. */
async function updateWaiting({ db, settings }: AnyContext, id: number): Promise<void> {
  const today = sql`${settings.today()}::date`
  await sql`update operating_reserve_request set
      waited_days = waited_days + case when waiting_on_project then 0
      else coalesce(${today} - waiting_since, 0) end,
      waiting_since = case when waiting_on_project then coalesce(waiting_since, ${today}) end
    where operating_reserve_request_id = ${id} and waiting_on_project <> (waiting_since is not null)`.execute(
    db,
  )
}

/** Returns a fault if the request was paid: then its approval cannot be undone. */
const getReopeningFaults = async (context: AnyContext, row: RequestRow): Promise<Fault[]> =>
  (await isPaid(context, OPERATING_RESERVE_MODULE, row.operatingReserveRequestId))
    ? [{ field: '', message: 'This request has been paid; void its payments before changing its status.' }]
    : []

/** Returns a fault if the reviewer entered more vacant units than the property has units. */
async function getVacancyFaults({ db }: AnyContext, { propertyId, vacancy }: RequestRow): Promise<Fault[]> {
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
 * Converts decisions under the field names of the specification into approved amounts. Type 1 approves the
 * claimed amount, 2 approves nothing, and 3 approves the amount sent. Refuses a type that contradicts its
 * amount. The description is the reason for a reduction, unless it repeats the description of the item.
 */
async function getDecidedAmounts(
  context: AnyContext,
  id: number,
  reviewedItems: readonly ReviewedItem[],
): Promise<ApprovedAmounts> {
  const items = await loadStoredItems<ItemDetail>(context, operatingItemKind, id)
  return reviewedItems.map(({ operatingReserveRequestItemId: itemId, amount, description, type }, index) => {
    const item =
      items.find((line) => line.operatingReserveRequestItemId === itemId) ?? refuse.notFound('This item')
    const claimed = item.claimedAmount
    const typeAmount = type === 1 ? claimed : type === 2 ? 0 : item.approvedAmount
    const finalAmount = amount === undefined ? typeAmount : amount
    if (type && finalAmount !== null && getReviewType(claimed, finalAmount) !== type)
      refuse.invalid([
        {
          field: `items.${index}.type`,
          message: `${reviewTypes[type as 1]}: the amount says something else.`,
        },
      ])
    const reason =
      description === undefined || description === item.description ? item.denialReason : description
    return { itemId, amount: finalAmount, denialReason: reason }
  })
}

/** The server’s part of the review of operating reserve requests. */
export const requests = serveReview(declared, {
  detail: loadOperatingReserveFacts,
  line: {
    select: sql`r.reserve_type_id, t.name as reserve_name, r.waited_days, r.waiting_since,
      ${paidOnSql(OPERATING_RESERVE_MODULE, sql`r.operating_reserve_request_id`, sql`i.approved`)} as paid_date, i.item_count,
      i.claimed,
      ${decidedAmount(sql`i.approved`)} as approved,
      case when r.waiting_on_project and r.status_id = ${sqlStatus.UNDER_REVIEW} then ${WAITING_LABEL}
      end as status_label`,
    joins: sql`left join reserve_type t on t.reserve_type_id = r.reserve_type_id
      left join lateral (select count(*)::integer as item_count, coalesce(sum(claimed_amount), 0) as claimed,
        sum(approved_amount) as approved from operating_reserve_request_item i
        where i.operating_reserve_request_id = r.operating_reserve_request_id) i on true`,
  },
  writers: vendorWriterIdsSql(
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
    await setAccount(context, id)
    const sealed = sealHouseholds(items, householdFields)
    await saveItems(context, requests.kit, operatingItemKind, { ...row, id }, sealed, removed, MAX_ITEMS * 2)
  },
  reviewSaved: async (context, row, { approvedAmounts, items }) => {
    const id = row.operatingReserveRequestId
    await updateWaiting(context, id)
    if (approvedAmounts) await storeAmounts(context, operatingItemKind, id, approvedAmounts)
    if (items?.length)
      await storeAmounts(context, operatingItemKind, id, await getDecidedAmounts(context, id, items))
  },
  needs: { review: getVacancyFaults, reopen: getReopeningFaults, adminChange: getReopeningFaults },
  effects: {
    granted: async (context, row) =>
      releaseMoney(
        context,
        getAccount(row),
        getRecord(row),
        sumApproved(await loadStoredItems(context, operatingItemKind, row.operatingReserveRequestId)),
        'items',
      ),
    withdrawn: async (context, row) => {
      await reverse(context, getAccount(row), getRecord(row))
      await claimInvoices(context, operatingItemKind, row)
    },
    // A denied invoice may be claimed again.
    denied: (context, row) => forgetInvoices(context, operatingItemKind, row),
  },
  steps: {
    submit: {
      after: (context, row) =>
        completeSubmission(
          context,
          operatingItemKind,
          row,
          sql`balance_at_submit = ${accountBalanceSql(row.reserveAccountId)}`,
        ),
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
  letters: { approve: getApprovalText, deny: getDenialText },
  toDo: sql`left(r.description, 80)`,
})
