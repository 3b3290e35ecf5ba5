import { join } from 'node:path'
import pg from 'pg'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { type RunningPostgres, startPostgres } from '#postgres/launcher.ts'

/** How many properties the budgets are meant for. */
const PROPERTIES = 3000
const RESERVE_YEARS = 10

/** The database the benchmark measures on, in a folder of its own that is removed afterwards. */
export type World = {
  postgres: RunningPostgres
  /** The database as its owner, past row-level security. */
  owner: pg.Pool
  properties: number
  /** What the data is, in words. */
  contents: string
  /** A token of this person that lasts the whole run. */
  token: (userName: string) => Promise<string>
  close: () => Promise<void>
}

/** Opens the database of a data folder that holds the demonstration, and enlarges it. */
export async function openWorld(dataFolder: string): Promise<World> {
  const postgres = await startPostgres({ dataDirectory: join(dataFolder, 'postgres') })
  const owner = new pg.Pool({ connectionString: postgres.connectionString, max: 4 })
  const real = await loadCount(owner, 'property')
  await fill(postgres.connectionString, Math.max(0, PROPERTIES - real))
  const properties = await loadCount(owner, 'property')
  const entries = await loadCount(owner, 'reserve_entry')
  return {
    postgres,
    owner,
    properties,
    contents: [
      `${real.toLocaleString('en-US')} properties of the demonstration`,
      ...(properties > real ? [`copies of ${(properties - real).toLocaleString('en-US')} of them`] : []),
      `${entries.toLocaleString('en-US')} reserve entries (one deposit a month over ${RESERVE_YEARS} years, no interest and no requests of those years)`,
    ].join(', '),
    token: (userName) => loadToken(owner, userName),
    close: async () => {
      await owner.end()
      await postgres.stop()
    },
  }
}

/** Filling need not be as careful as the portal is: triggers and foreign keys rest meanwhile. */
async function fill(connectionString: string, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off; set session_replication_role = replica')
    await copyProperties(client, copies)
    await addDeposits(client)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function loadCount(owner: pg.Pool, table: string): Promise<number> {
  return (await owner.query<{ count: number }>(`select count(*)::integer as count from ${table}`)).rows[0]!
    .count
}

/**
 * Tables of a property; a copy's ids are those of its original plus an offset, where others refer to them.
 */
const copied: Record<string, { given?: Record<string, string>; made?: string }> = {
  property: { given: { property_id: 'property_id + $1', name: `name || ' II'`, agency_number: 'null' } },
  property_lihtc_number: { made: 'property_lihtc_number_id' },
  property_federal_type: { made: 'property_federal_type_id' },
  property_room_type: { given: { project_room_type_id: 'project_room_type_id + 1000000' } },
  property_rent: {
    made: 'property_rent_id',
    given: { project_room_type_id: 'project_room_type_id + 1000000' },
  },
  property_contact: { made: 'property_contact_id' },
  property_inspection: { made: 'property_inspection_id' },
  management_company_project_history: { made: 'management_company_project_history_id' },
  reserve_account: { given: { reserve_account_id: 'reserve_account_id + 1000000' } },
  reserve_deposit_schedule: {
    made: 'reserve_deposit_schedule_id',
    given: { reserve_account_id: 'reserve_account_id + 1000000' },
  },
  reserve_interest_rate: {
    made: 'reserve_interest_rate_id',
    given: { reserve_account_id: 'reserve_account_id + 1000000' },
  },
}

async function copyProperties(owner: pg.Client, count: number): Promise<void> {
  const last = await owner.query<{ id: number }>('select max(property_id) as id from property')
  for (const [table, { given: expressionsByColumn = {}, made: generatedColumn }] of Object.entries(copied)) {
    const result = await owner.query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1 and column_name <> $2',
      [table, generatedColumn ?? ''],
    )
    const names = result.rows.map((column) => column.name)
    const values = names.map(
      (name) => expressionsByColumn[name] ?? (name === 'property_id' ? 'property_id + $1' : name),
    )
    await owner.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where property_id <= $2`,
      [last.rows[0]!.id, count],
    )
  }
}

async function addDeposits(owner: pg.Client): Promise<void> {
  await owner.query(
    `with received as (
       insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
       select a.property_id, a.reserve_account_id, m::date, 'Deposit', a.monthly_deposit
       from reserve_deposit_schedule a, generate_series(date '2026-05-01' - $1 * interval '1 month', date '2026-05-01', '1 month') m
       where a.monthly_deposit > 0 returning *)
     insert into reserve_deposit (property_id, reserve_account_id, due_on, amount, received)
     select property_id, reserve_account_id, entry_date, amount, amount from received`,
    [RESERVE_YEARS * 12 - 1],
  )
}

/** Makes a session as a log-in would; the hash of a password is no part of what is measured. */
async function loadToken(owner: pg.Pool, userName: string): Promise<string> {
  const token = newToken()
  await owner.query(
    `with made as (insert into session (user_id) select user_id from app_user where user_name = $1 returning session_id)
     insert into session_token (token_hash, session_id, kind, expires_at) select $2, session_id, 'access', now() + interval '1 hour' from made`,
    [userName, tokenHash(token)],
  )
  return token
}
