import { sql } from 'kysely'
import { sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReserveDeposit } from '../model/entities.ts'
import {
  type AccountToMatch,
  type CheckedRow,
  checkStatement,
  type StatementRow,
} from '../model/statement.ts'
import { loadAccountDetail } from './accounts.ts'
import { loadDeposits } from './depositLines.ts'
import { coverDeposits, lockOpenAccount } from './ledger.ts'

/**
 * Loads every account in scope with the names and numbers by which a statement may name it, and its unpaid
 * deposits.
 */
async function loadMatchableAccounts({ db }: AnyContext): Promise<AccountToMatch[]> {
  const result = await sql<AccountToMatch>`
    select a.reserve_account_id, p.name as property_name, a.name, a.kind, a.account_number, a.opened_on,
    a.closed_on,
      array_remove(array[p.agency_number] || (select array_agg(lihtc_number) from property_lihtc_number n
      where n.property_id = p.property_id), null) as property_numbers,
      coalesce((select json_agg(json_build_object('dueOn', d.due_on, 'open', d.amount - d.received)
      order by d.due_on)
        from reserve_deposit d where d.reserve_account_id = a.reserve_account_id and received < amount
        and waived_on is null), '[]') as owed
    from reserve_account a join property p using (property_id)`.execute(db)
  return result.rows
}

/**
 * Checks lines of a statement against accounts and ledger. The number of SQL statements does not depend on
 * the lines.
 */
async function checkLines(context: AnyContext, rows: readonly StatementRow[]): Promise<CheckedRow[]> {
  const references = [...new Set(rows.map((row) => row.reference.trim()))]
  const posted = await sql<{ key: string }>`
    select reserve_account_id || ' ' || entry_date || ' ' || reference as key from reserve_entry
    where kind = 'Deposit' and reference = any (${references})`.execute(context.db)
  const keys = new Set(posted.rows.map(({ key }) => key))
  return checkStatement(rows, {
    today: context.settings.today(),
    accounts: await loadMatchableAccounts(context),
    posted: (account, day, reference) => keys.has(`${account} ${day} ${reference}`),
  })
}

type ReceivedDeposit = {
  reserveAccountId: number
  entryDate: string
  amount: number
  reference: string
  note: string | null
}

/**
 * Posts deposits and recomputes what they cover. Accounts are always locked in the same order to avoid
 * deadlocks.
 */
async function postDeposits(context: AnyContext, received: readonly ReceivedDeposit[]): Promise<void> {
  const ids = [...new Set(received.map((received) => received.reserveAccountId))].sort((a, b) => a - b)
  await sql`select 1 from reserve_account where reserve_account_id = any (${ids})
    order by reserve_account_id for update`.execute(context.db)
  await sql`
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, reference, note)
    select a.property_id, a.reserve_account_id, r."entryDate", 'Deposit', r.amount, r.reference, r.note
    from jsonb_to_recordset(${JSON.stringify(received)}::jsonb)
      as r("reserveAccountId" integer, "entryDate" date, amount numeric(14,2), reference text, note text)
    join reserve_account a on a.reserve_account_id = r."reserveAccountId"`.execute(context.db)
  await coverDeposits(context, ids)
}

/** Posts the lines of a bank statement, all or none. */
async function postStatement(context: AnyContext, name: string, rows: readonly StatementRow[]) {
  // Checked again with all accounts locked, so that two people who send the same file post it only once.
  const first = await checkLines(context, rows)
  const ids = first.flatMap((row) => row.reserveAccountId ?? [])
  await sql`select 1 from reserve_account where reserve_account_id = any (${ids})
    order by reserve_account_id for update`.execute(context.db)
  const checked = await checkLines(context, rows)
  const faults = checked.flatMap(({ line, faults }) => faults.map((fault) => `Line ${line}: ${fault}`))
  if (faults.length > 0)
    refuse.rule(
      'Nothing was posted, because these lines have errors.',
      faults.map((message) => ({ field: 'rows', message })),
    )
  const received = checked.map(({ line, reserveAccountId, entryDate, amount, reference }) => ({
    reserveAccountId: reserveAccountId!,
    entryDate: entryDate!,
    amount: amount!,
    reference,
    note: `${name}, line ${line}`,
  }))
  await postDeposits(context, received)
  return { posted: received.length, total: sumMoney(received.map(({ amount }) => amount)) }
}

/** Posts one deposit that was typed in, with the same rules as the lines of a file. */
export async function receiveDeposit(context: AnyContext, body: calls.NewDeposit): Promise<void> {
  const account = await lockOpenAccount(context, body.reserveAccountId)
  const posted = await context.db
    .selectFrom('reserveEntry')
    .select('reserveEntryId')
    .where('reserveAccountId', '=', body.reserveAccountId)
    .where('entryDate', '=', body.entryDate)
    .where('reference', '=', body.reference.trim())
    .where('kind', '=', 'Deposit')
    .executeTakeFirst()
  const faults = [
    ...(body.entryDate > context.settings.today()
      ? [{ field: 'entryDate', message: 'The date is in the future.' }]
      : []),
    ...(body.entryDate < account.openedOn
      ? [{ field: 'entryDate', message: 'The account was opened after this day.' }]
      : []),
    ...(body.amount < 0.005 ? [{ field: 'amount', message: 'Enter an amount above zero.' }] : []),
    ...(posted ? [{ field: 'reference', message: 'This line was posted before.' }] : []),
  ]
  if (faults.length > 0) refuse.invalid(faults)
  await postDeposits(context, [{ ...body, reference: body.reference.trim(), note: null }])
}

/** Waives a due deposit, and returns the id of its account. */
export async function waiveDeposit(context: AnyContext, id: number, waivedReason: string): Promise<number> {
  // The account is locked before the deposit, as everywhere, to avoid deadlocks.
  const accountRow = await context.db
    .selectFrom('reserveDeposit')
    .select('reserveAccountId')
    .where('reserveDepositId', '=', id)
    .executeTakeFirst()
  if (!accountRow) return refuse.notFound('This deposit')
  await lockOpenAccount(context, accountRow.reserveAccountId)
  const deposit = await lockRow(context, ReserveDeposit, id)
  if (deposit.waivedOn !== null) refuse.conflict('This deposit was waived already.')
  if (deposit.received >= deposit.amount) refuse.conflict('This deposit was received.')
  await updateRow(context, ReserveDeposit, id, {
    received: 0,
    waivedOn: context.settings.today(),
    waivedReason,
  })
  await coverDeposits(context, [deposit.reserveAccountId])
  return deposit.reserveAccountId
}

/** The calls about deposits and bank statements. */
export const depositHandlers = [
  serve(calls.getOpenDeposits, (context) =>
    loadDeposits(context, sql`d.received < d.amount and d.waived_on is null`, sql`d.due_on, p.name`),
  ),
  serve(calls.recordDeposit, async (context) => {
    await receiveDeposit(context, context.body)
    return loadAccountDetail(context, context.body.reserveAccountId)
  }),
  serve(calls.waiveDeposit, async (context) => {
    const { reserveDepositId, reason } = context.body
    return loadAccountDetail(context, await waiveDeposit(context, reserveDepositId, reason))
  }),
  serve(calls.checkLines, (context) => checkLines(context, context.body.rows)),
  serve(calls.postLines, (context) => postStatement(context, context.body.name, context.body.rows)),
]
