import { type RawBuilder, sql } from 'kysely'
import { accountSettings, computePerUnit } from '#core/money/reserves/model/index.ts'
import {
  getBalanceSql,
  getMonthlyDepositSql,
  type LedgerAccount,
  newestEntryDaySql,
  releaseMoney,
  reverse,
} from '#core/money/reserves/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'

/** A property’s reserve account as screens and rules read it. */
export type ReserveAccountState = {
  reserveAccountId: number
  balance: number
  balanceDay: string | null
  units: number
  perUnit: number
  minimumPerUnit: number
  monthlyDeposit: number
  pending: number
}

/**
 * Loads a property’s reserve account with its balance and the pending amount of its submitted requests:
 * claimed amounts, or for the agency the approved amounts entered so far. Refuses a property out of scope.
 */
export const loadReplacementReserveAccount = async (
  context: AnyContext,
  propertyId: number,
): Promise<ReserveAccountState> =>
  (await findReserveAccount(context, propertyId)) ?? refuse.notFound('A reserve account for this property')

/**
 * Loads a property’s reserve account, or null for a property out of scope, for example one that has left the
 * company that filed a record.
 */
export const findReserveAccount = async (
  context: AnyContext,
  propertyId: number,
): Promise<ReserveAccountState | null> => (await loadAccountWithPending(context, propertyId, 0)).account

/**
 * SQL: the amount that requests of property `p` other than this one may still draw. An undecided request
 * counts in full, because only the agency may see the reviewer’s amounts. A pre-approval counts with the
 * amount not drawn yet.
 */
const pendingElsewhereSql = (requestId: number): RawBuilder<number> => sql`
  (select coalesce(sum(case when r.status_id = ${sqlStatus.APPROVED} then greatest(i.approved - e.drawn, 0)
  else i.claimed end), 0)
    from replacement_reserve_request r
    cross join lateral (select coalesce(sum(claimed_amount), 0) as claimed, coalesce(sum(approved_amount),
    0) as approved
      from replacement_reserve_request_item i
      where i.replacement_reserve_request_id = r.replacement_reserve_request_id) i
    cross join lateral (select -coalesce(sum(e.amount), 0) as drawn from replacement_reserve_completion c
      join reserve_entry e on e.entity = 'ReplacementReserveCompletion'
      and e.row_id = c.replacement_reserve_completion_id
      where c.replacement_reserve_request_id = r.replacement_reserve_request_id) e
    where r.property_id = p.property_id and r.replacement_reserve_request_id <> ${requestId}
      and (${statusIs.withAgency('r')} or r.status_id = ${sqlStatus.APPROVED} and r.pre_approved))`

/** Loads a property’s reserve account, and the amount that requests other than this one may still draw. */
export async function loadAccountWithPending(
  context: AnyContext,
  propertyId: number,
  requestId: number,
): Promise<{ account: ReserveAccountState | null; pendingElsewhere: number }> {
  const result = await sql<
    Omit<ReserveAccountState, 'perUnit' | 'minimumPerUnit'> & {
      ownMinimum: number | null
      pendingElsewhere: number
    }
  >`
    select a.reserve_account_id, ${getMonthlyDepositSql(context.settings.today())} as monthly_deposit,
    p.total_units as units,
      ${getBalanceSql()} as balance, ${newestEntryDaySql} as balance_day, a.minimum_per_unit as own_minimum,
      (select coalesce(sum(coalesce(case when (select kernel.is_agency()) then i.approved_amount
      end, i.claimed_amount)), 0) from replacement_reserve_request r
        join replacement_reserve_request_item i on i.replacement_reserve_request_id =
        r.replacement_reserve_request_id
        where r.property_id = p.property_id and ${statusIs.withAgency('r')}) as pending,
      ${pendingElsewhereSql(requestId)} as pending_elsewhere
    from property p join reserve_account a on a.property_id = p.property_id and a.kind = 'Replacement reserve'
    and a.closed_on is null
    where p.property_id = ${propertyId} order by a.reserve_account_id limit 1`.execute(context.db)
  if (!result.rows[0]) return { account: null, pendingElsewhere: 0 }
  const { ownMinimum, pendingElsewhere, ...account } = result.rows[0]
  const minimumPerUnit = ownMinimum ?? (await context.settings.get(accountSettings.minimumPerUnit))
  return {
    account: { ...account, perUnit: computePerUnit(account.balance, account.units), minimumPerUnit },
    pendingElsewhere,
  }
}

type DrawingRequest = LedgerAccount & { replacementReserveRequestId: number }
const getRecord = ({ replacementReserveRequestId: rowId }: DrawingRequest) => ({
  entity: ReplacementReserveRequest.name,
  rowId,
})

/**
 * Enters the release of a request’s approved total, in dollars, in the reserve ledger. Refuses to overdraw.
 */
export const postRelease = (context: AnyContext, request: DrawingRequest, approved: number): Promise<void> =>
  releaseMoney(context, request, getRecord(request), approved, 'items')

/** Puts every amount that a request has drawn back into the reserve. */
export const reverseRelease = (context: AnyContext, request: DrawingRequest): Promise<void> =>
  reverse(context, request, getRecord(request))
