import { type RawBuilder, sql } from 'kysely'
import { accountSettings } from '#ground/money/reserves/model/index.ts'
import {
  balanceOn,
  type LedgerAccount,
  monthlyDepositOn,
  newestEntryOn,
  release,
  reverse,
} from '#ground/money/reserves/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { perUnit } from '../model/rules.ts'

export type Account = {
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
 * A property's reserve account with its balance and what submitted requests would draw: what they claim, for
 * the agency what its reviewers have entered so far. Not found when out of scope.
 */
export const loadReplacementReserveAccount = async (
  context: AnyContext,
  propertyId: number,
): Promise<Account> =>
  (await accountSeen(context, propertyId)) ?? refuse.notFound('A reserve account for this property')

/**
 * The same; null for a property that is out of scope, such as one that has left the company that filed a
 * record.
 */
export const accountSeen = async (context: AnyContext, propertyId: number): Promise<Account | null> =>
  (await accountWithPending(context, propertyId, 0)).account

/**
 * Until the decision, a claim counts in full, because the reviewer's amounts are visible to the agency only.
 * A pre-approval counts with its remaining amount.
 */
const pendingOfOthers = (requestId: number): RawBuilder<number> => sql`
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

/** The same, and what requests other than the given one may still draw. */
export async function accountWithPending(
  context: AnyContext,
  propertyId: number,
  requestId: number,
): Promise<{ account: Account | null; pendingElsewhere: number }> {
  const result = await sql<
    Omit<Account, 'perUnit' | 'minimumPerUnit'> & { ownMinimum: number | null; pendingElsewhere: number }
  >`
    select a.reserve_account_id, ${monthlyDepositOn(context.settings.today())} as monthly_deposit,
    p.total_units as units,
      ${balanceOn()} as balance, ${newestEntryOn} as balance_day, a.minimum_per_unit as own_minimum,
      (select coalesce(sum(coalesce(case when (select kernel.is_agency()) then i.approved_amount
      end, i.claimed_amount)), 0) from replacement_reserve_request r
        join replacement_reserve_request_item i on i.replacement_reserve_request_id =
        r.replacement_reserve_request_id
        where r.property_id = p.property_id and ${statusIs.withAgency('r')}) as pending,
      ${pendingOfOthers(requestId)} as pending_elsewhere
    from property p join reserve_account a on a.property_id = p.property_id and a.kind = 'Replacement reserve'
    and a.closed_on is null
    where p.property_id = ${propertyId} order by a.reserve_account_id limit 1`.execute(context.db)
  if (!result.rows[0]) return { account: null, pendingElsewhere: 0 }
  const { ownMinimum, pendingElsewhere, ...account } = result.rows[0]
  const minimumPerUnit = ownMinimum ?? (await context.settings.get(accountSettings.minimumPerUnit))
  return {
    account: { ...account, perUnit: perUnit(account.balance, account.units), minimumPerUnit },
    pendingElsewhere,
  }
}

type Drawing = LedgerAccount & { replacementReserveRequestId: number }
const getRecord = ({ replacementReserveRequestId: rowId }: Drawing) => ({
  entity: ReplacementReserveRequest.name,
  rowId,
})

/** Takes the approved total of a request out of the reserve. Refuses to overdraw. */
export const postRelease = (context: AnyContext, request: Drawing, approved: number): Promise<void> =>
  release(context, request, getRecord(request), approved, 'items')

/** Returns all amounts that a request has drawn so far to the reserve. */
export const reverseRelease = (context: AnyContext, request: Drawing): Promise<void> =>
  reverse(context, request, getRecord(request))
