import { formatMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReserveAccount } from '../model/entities.ts'
import { loadAccountDetail } from './accounts.ts'
import { loadReserveBalance, lockOpenAccount, postEntry } from './ledger.ts'
import { addEarlierDeposits } from './postings.ts'

type NamedAccount = { propertyId: number; name: string; reserveAccountId?: number }

/** Refuses a second account of a property with the same name. */
async function refuseSameName(
  { db }: AnyContext,
  { propertyId, name, reserveAccountId = 0 }: NamedAccount,
): Promise<void> {
  const other = await db
    .selectFrom('reserveAccount')
    .select('reserveAccountId')
    .where('propertyId', '=', propertyId)
    .where('name', '=', name.trim())
    .where('reserveAccountId', '<>', reserveAccountId)
    .executeTakeFirst()
  if (other) refuse.invalid([{ field: 'name', message: 'The property has an account of this name already.' }])
}

const findFutureFaults = (context: AnyContext, field: string, day: string): Fault[] =>
  day > context.settings.today() ? [{ field, message: 'The date is in the future.' }] : []

/**
 * Opens an account with its opening balance, monthly deposit and interest rate, and adds the deposits of
 * past months.
 */
async function openAccount(context: AnyContext, body: calls.NewAccount): Promise<number> {
  const { openedOn, openingBalance, monthlyDeposit, annualInterestRate, ...details } = body
  const faults = findFutureFaults(context, 'openedOn', openedOn)
  if (faults.length > 0) refuse.invalid(faults)
  const property = await context.db
    .selectFrom('property')
    .select('propertyId')
    .where('propertyId', '=', details.propertyId)
    .executeTakeFirst()
  if (!property) refuse.notFound('This property')
  await refuseSameName(context, details)
  const row = await insertRow(context, ReserveAccount, { ...details, name: details.name.trim(), openedOn })
  const account = { propertyId: details.propertyId, reserveAccountId: row.reserveAccountId as number }
  await postEntry(context, account, { kind: 'Opening balance', amount: openingBalance, entryDate: openedOn })
  const terms = { ...account, fromMonth: `${openedOn.slice(0, 8)}01`, reason: null }
  if (monthlyDeposit > 0)
    await context.db
      .insertInto('reserveDepositSchedule')
      .values({ ...terms, monthlyDeposit })
      .execute()
  if (annualInterestRate > 0)
    await context.db
      .insertInto('reserveInterestRate')
      .values({ ...terms, annualInterestRate })
      .execute()
  await addEarlierDeposits(context.transaction, account.reserveAccountId)
  return account.reserveAccountId
}

/**
 * Closes an account that is empty and has no waiting adjustment. Refuses a closing day before the last entry.
 */
async function closeAccount(context: AnyContext, reserveAccountId: number, closedOn: string): Promise<void> {
  const { openedOn } = await lockOpenAccount(context, reserveAccountId)
  const faults = findFutureFaults(context, 'closedOn', closedOn)
  if (closedOn < openedOn)
    faults.push({ field: 'closedOn', message: 'The account was opened after this day.' })
  const lastEntry = await context.db
    .selectFrom('reserveEntry')
    .select((f) => f.fn.max('entryDate').as('day'))
    .where('reserveAccountId', '=', reserveAccountId)
    .executeTakeFirst()
  if (lastEntry?.day && closedOn < lastEntry.day)
    faults.push({ field: 'closedOn', message: 'Something was posted after this day.' })
  if (faults.length > 0) refuse.invalid(faults)
  const balance = await loadReserveBalance(context, reserveAccountId)
  if (balance !== 0)
    refuse.rule(
      `The account holds ${formatMoney(balance)}. Pay it out or transfer it by an adjustment, then close it.`,
    )
  const waiting = await context.db
    .selectFrom('reserveAdjustment')
    .select('reserveAdjustmentId')
    .where('reserveAccountId', '=', reserveAccountId)
    .where('state', '=', 'Waiting')
    .executeTakeFirst()
  if (waiting) refuse.rule('An adjustment of this account waits to be confirmed. Confirm or refuse it first.')
  await updateRow(context, ReserveAccount, reserveAccountId, { closedOn })
}

/** The calls that open, change, close and reopen reserve accounts. */
export const accountHandlers = [
  serve(calls.openAccount, async (context) =>
    loadAccountDetail(context, await openAccount(context, context.body)),
  ),
  serve(calls.changeAccount, async (context) => {
    const { reserveAccountId, version, ...values } = context.body
    const present = await lockRow(context, ReserveAccount, reserveAccountId)
    await refuseStaleVersion(context, ReserveAccount, reserveAccountId, version, present.version)
    await refuseSameName(context, { ...present, name: values.name })
    await updateRow(context, ReserveAccount, reserveAccountId, { ...values, name: values.name.trim() })
    return loadAccountDetail(context, reserveAccountId)
  }),
  serve(calls.closeAccount, async (context) => {
    await closeAccount(context, context.body.reserveAccountId, context.body.closedOn)
    return loadAccountDetail(context, context.body.reserveAccountId)
  }),
  serve(calls.reopenAccount, async (context) => {
    const { id } = context.params
    const { closedOn } = await lockRow(context, ReserveAccount, id)
    if (closedOn === null) refuse.conflict('The account is open.')
    await updateRow(context, ReserveAccount, id, { closedOn: null })
    return loadAccountDetail(context, id)
  }),
]
