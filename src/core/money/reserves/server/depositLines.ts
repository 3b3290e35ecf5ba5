import { type RawBuilder, sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getDepositState, getOpenAmount } from '../model/deposits.ts'
import { accountSettings } from '../model/settings.ts'
import type { DepositLine } from '../model/shapes.ts'
import { maskAccountNumber } from './numbers.ts'

/**
 * Loads due deposits with their property and account. The condition and the order refer to the deposit as
 * `d`.
 */
export async function loadDeposits(
  context: AnyContext,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<DepositLine[]> {
  const today = context.settings.today()
  const grace = await context.settings.get(accountSettings.graceDays)
  const result = await sql<Omit<DepositLine, 'open' | 'state'>>`
    select d.*, p.name as property_name, coalesce(p.agency_number, l.lihtc_number) as property_number,
    a.name as account_name,
      a.account_number, c.name as management_company_name
    from reserve_deposit d join reserve_account a using (reserve_account_id)
    join property p on p.property_id = d.property_id
    left join management_company c on c.management_company_id = p.management_company_id
    left join lateral (select lihtc_number from property_lihtc_number n where n.property_id = p.property_id
    order by position limit 1) l on p.agency_number is null
    where ${condition} order by ${order}`.execute(context.db)
  return result.rows.map((row) => ({
    ...row,
    accountNumber: maskAccountNumber(context, row.accountNumber),
    open: getOpenAmount(row),
    state: getDepositState(row, today, grace),
  }))
}
