import type pg from 'pg'
import { hash } from '../chance.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Portfolio, ReserveAccount } from '../types.ts'

/** A reserve account with its id and its bank. */
type AccountRow = { id: number; propertyId: number; bankId: number | null; account: ReserveAccount }

/**
 * Returns every reserve account of the portfolio. A replacement reserve has the id of its property. The ids
 * of the other accounts are higher than those of all properties.
 */
function getAccounts({ properties }: Portfolio, banks: ReadonlyMap<number, number>): AccountRow[] {
  let id = Math.max(...properties.map((property) => property.id))
  return properties.flatMap((property) => {
    const accountKeys = { propertyId: property.id, bankId: banks.get(property.id) ?? null }
    const first = property.reserve ? [{ ...accountKeys, id: property.id, account: property.reserve }] : []
    return [...first, ...property.otherReserves.map((account) => ({ ...accountKeys, id: ++id, account }))]
  })
}

const keyColumns = { property_id: 'integer', reserve_account_id: 'integer' }

async function load(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const bankUses = await client.query<{ propertyId: number; bankId: number }>(
    `select property_id as "propertyId", financial_institution_id as "bankId" from property_financial_institution where used_for = 'Replacement reserve'`,
  )
  const accounts = getAccounts(portfolio, new Map(bankUses.rows.map((row) => [row.propertyId, row.bankId])))
  const getKeys = ({ id, propertyId }: AccountRow) => ({ property_id: propertyId, reserve_account_id: id })
  await insertRows(
    client,
    'reserve_account',
    {
      ...keyColumns,
      kind: 'text',
      name: 'text',
      financial_institution_id: 'integer',
      account_number: 'text',
      opened_on: 'date',
    },
    accounts.map((account) => ({
      ...getKeys(account),
      kind: account.account.kind,
      name: account.account.kind,
      financial_institution_id: account.bankId,
      account_number: `${String(hash(`account ${account.id}`) % 10_000).padStart(4, '0')}-${String(account.id).padStart(6, '0')}`,
      opened_on: account.account.openedOn,
    })),
  )
  const getFirstMonth = (account: ReserveAccount) => `${account.openedOn.slice(0, 8)}01`
  await insertRows(
    client,
    'reserve_deposit_schedule',
    { ...keyColumns, from_month: 'date', monthly_deposit: 'numeric' },
    accounts
      .filter(({ account }) => account.monthlyDeposit > 0)
      .map((account) => ({
        ...getKeys(account),
        from_month: getFirstMonth(account.account),
        monthly_deposit: account.account.monthlyDeposit,
      })),
  )
  await insertRows(
    client,
    'reserve_interest_rate',
    { ...keyColumns, from_month: 'date', annual_interest_rate: 'numeric' },
    accounts.map((account) => ({
      ...getKeys(account),
      from_month: getFirstMonth(account.account),
      annual_interest_rate: account.account.annualInterestRate,
    })),
  )
  await loadLedgers(client, accounts)
}

/** Returns the reference of a deposit, as a bank statement has it. */
const getReference = (id: number, day: string): string =>
  `ACH ${day.slice(2, 7).replace('-', '')}${String(id).padStart(5, '0')}`

/** Loads the due deposits and the ledger entries. The entries of each account are in order of time. */
async function loadLedgers(client: pg.ClientBase, accounts: readonly AccountRow[]): Promise<void> {
  const getKeys = ({ id, propertyId }: AccountRow) => ({ property_id: propertyId, reserve_account_id: id })
  await insertRows(
    client,
    'reserve_deposit',
    { ...keyColumns, due_on: 'date', amount: 'numeric', received: 'numeric' },
    accounts.flatMap((account) =>
      account.account.dues.map(({ day, ...due }) => ({ ...getKeys(account), due_on: day, ...due })),
    ),
  )
  await insertRows(
    client,
    'reserve_entry',
    {
      ...keyColumns,
      entry_date: 'date',
      kind: 'text',
      amount: 'numeric',
      entity: 'text',
      row_id: 'integer',
      reference: 'text',
      note: 'text',
      created_at: 'timestamptz',
    },
    accounts.flatMap((account) =>
      account.account.entries.map((entry) => ({
        ...getKeys(account),
        entry_date: entry.day,
        kind: entry.kind,
        amount: entry.amount,
        entity: entry.request === null ? null : 'ReplacementReserveRequest',
        row_id: entry.request,
        reference: entry.kind === 'Deposit' ? getReference(account.id, entry.day) : null,
        note: entry.note,
        created_at: `${entry.day}T12:00:00Z`,
      })),
    ),
  )
}

/**
 * Loads corrections in every state: two wait for the second person, one was confirmed and posted, and one
 * was refused.
 */
async function loadAdjustments(
  client: pg.ClientBase,
  users: ReadonlyMap<string, number>,
  day: string,
): Promise<void> {
  const [analyst, manager] = [users.get('agency.write'), users.get('agency.manager')]
  await client.query(
    `with account as (select row_number() over (order by reserve_account_id) as n, property_id, reserve_account_id
        from reserve_account where kind = 'Operating reserve' order by reserve_account_id limit 4),
      correction as (
        insert into reserve_adjustment (property_id, reserve_account_id, kind, entry_date, amount, reason, state, entered_by, entered_at, decided_by, decided_at, comment)
        select property_id, reserve_account_id, kind, $3::date - 6, amount, reason, state, $1, $3::date - interval '5 days',
          case when state <> 'Waiting' then $2::integer end, case when state <> 'Waiting' then $3::date - interval '4 days' end,
          case when state = 'Refused' then 'The bank corrected it the next day.' end
        from account join (values
          (1, 'Bank fee', -12.00, 'Account fee of the quarter', 'Confirmed'),
          (2, 'Bank fee', -12.00, 'Account fee of the quarter', 'Waiting'),
          (3, 'Adjustment', 250.00, 'Interest of June that the bank paid late', 'Waiting'),
          (4, 'Transfer', -1000.00, 'Moved to another account by the bank in error', 'Refused')) as given(n, kind, amount, reason, state) using (n)
        returning *)
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, entity, row_id, note, created_at)
    select property_id, reserve_account_id, entry_date, kind, amount, 'ReserveAdjustment', reserve_adjustment_id, reason, decided_at
    from correction where state = 'Confirmed'`,
    [analyst, manager, day],
  )
}

/** Loads the reserve accounts, their deposits, ledgers and corrections. */
export default {
  after: ['properties', 'people', 'financialInstitutions'],
  load: async ({ client, portfolio, users, day }) => {
    await load(client, portfolio)
    await loadAdjustments(client, users, day)
  },
  idColumns: { reserve_account: 'reserve_account_id' },
} satisfies DemoPart
