import { formatDate } from '#kernel/model/dates.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReserveDepositSchedule, ReserveInterestRate } from '../model/entities.ts'
import { loadAccountDetail } from './accounts.ts'
import { lockOpenAccount } from './ledger.ts'

type Terms = { reserveAccountId: number; fromMonth: string }

/** Refuses to change the terms of a month that has begun. The terms of future months may be changed. */
function refuseBegunMonth(context: AnyContext, fromMonth: string): void {
  const currentMonth = `${context.settings.today().slice(0, 8)}01`
  if (fromMonth <= currentMonth)
    refuse.rule(`What applies from ${formatDate(fromMonth, 'MM/DD/YYYY')} has begun. Choose a later month.`, [
      { field: 'fromMonth', message: 'Choose a month to come.' },
    ])
}

/** Adds a monthly deposit or an interest rate from a future month on. */
async function addTerms(context: AnyContext, entity: AnyEntity, terms: Terms) {
  const { reserveAccountId, fromMonth } = terms
  const { propertyId } = await lockOpenAccount(context, reserveAccountId)
  refuseBegunMonth(context, fromMonth)
  const result = await context.transaction.query(
    `select 1 from ${entity.table} where reserve_account_id = $1 and from_month = $2`,
    [reserveAccountId, fromMonth],
  )
  if (result.rowCount)
    refuse.invalid([
      { field: 'fromMonth', message: 'Something is set from this month already. Withdraw it first.' },
    ])
  await insertRow(context, entity, { ...terms, propertyId })
  return loadAccountDetail(context, reserveAccountId)
}

/** Removes a monthly deposit or an interest rate of a future month. */
async function removeTerms(context: AnyContext, entity: AnyEntity, rowId: number) {
  const { reserveAccountId, fromMonth } = (await lockRow(context, entity, rowId)) as Terms
  refuseBegunMonth(context, fromMonth)
  await context.transaction.query(`delete from ${entity.table} where ${snakeCase(entity.key)} = $1`, [rowId])
  return loadAccountDetail(context, reserveAccountId)
}

/** The calls that change the monthly deposits and interest rates of an account. */
export const termHandlers = [
  serve(calls.addSchedule, (context) => addTerms(context, ReserveDepositSchedule, context.body)),
  serve(calls.removeSchedule, (context) => removeTerms(context, ReserveDepositSchedule, context.params.id)),
  serve(calls.addRate, (context) => addTerms(context, ReserveInterestRate, context.body)),
  serve(calls.removeRate, (context) => removeTerms(context, ReserveInterestRate, context.params.id)),
]
