import { join } from 'node:path'
import pg from 'pg'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { type RunningPostgres, startPostgres } from '#tools/postgres/launcher.ts'

/** The number of properties for which the budgets apply. */
const MIN_PROPERTIES = 3000
/** The number of years with a reserve deposit each month. */
const RESERVE_YEARS = 10

/** The database of the benchmark, in a folder that is removed afterwards. */
export type World = {
  postgres: RunningPostgres
  /** Connections as the owner of the database, to whom row-level security does not apply. */
  owner: pg.Pool
  properties: number
  /** Describes the data in words. */
  contents: string
  /** Creates an access token of the user that is valid for an hour. */
  createToken: (userName: string) => Promise<string>
  close: () => Promise<void>
}

/** Opens the database of a data folder that holds the demonstration, and enlarges it. */
export async function openWorld(dataFolder: string): Promise<World> {
  const postgres = await startPostgres({ dataDirectory: join(dataFolder, 'postgres') })
  const owner = new pg.Pool({ connectionString: postgres.connectionString, max: 4 })
  const demoProperties = await loadCount(owner, 'property')
  await enlargeDatabase(postgres.connectionString, Math.max(0, MIN_PROPERTIES - demoProperties))
  const properties = await loadCount(owner, 'property')
  const entries = await loadCount(owner, 'reserve_entry')
  return {
    postgres,
    owner,
    properties,
    contents: [
      `${demoProperties.toLocaleString('en-US')} properties of the demonstration`,
      ...(properties > demoProperties
        ? [`copies of ${(properties - demoProperties).toLocaleString('en-US')} of them`]
        : []),
      `${entries.toLocaleString('en-US')} reserve entries (one deposit a month over ${RESERVE_YEARS} years, no interest and no requests of those years)`,
    ].join(', '),
    createToken: (userName) => createToken(owner, userName),
    close: async () => {
      await owner.end()
      await postgres.stop()
    },
  }
}

/** Adds copies of properties, and deposits. Triggers and foreign keys are disabled, which is faster. */
async function enlargeDatabase(connectionString: string, copies: number): Promise<void> {
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
 * The tables of a property that are copied. `expressions` computes columns of the copy by SQL: ids that other
 * tables refer to get an offset. The database generates the column `generatedId`.
 */
const copiedTables: Record<string, { expressions?: Record<string, string>; generatedId?: string }> = {
  property: {
    expressions: { property_id: 'property_id + $1', name: `name || ' II'`, agency_number: 'null' },
  },
  property_lihtc_number: { generatedId: 'property_lihtc_number_id' },
  property_federal_type: { generatedId: 'property_federal_type_id' },
  property_room_type: { expressions: { project_room_type_id: 'project_room_type_id + 1000000' } },
  property_rent: {
    generatedId: 'property_rent_id',
    expressions: { project_room_type_id: 'project_room_type_id + 1000000' },
  },
  property_contact: { generatedId: 'property_contact_id' },
  property_inspection: { generatedId: 'property_inspection_id' },
  management_company_project_history: { generatedId: 'management_company_project_history_id' },
  reserve_account: { expressions: { reserve_account_id: 'reserve_account_id + 1000000' } },
  reserve_deposit_schedule: {
    generatedId: 'reserve_deposit_schedule_id',
    expressions: { reserve_account_id: 'reserve_account_id + 1000000' },
  },
  reserve_interest_rate: {
    generatedId: 'reserve_interest_rate_id',
    expressions: { reserve_account_id: 'reserve_account_id + 1000000' },
  },
}

/** Copies the first `count` properties. */
async function copyProperties(owner: pg.Client, count: number): Promise<void> {
  const last = await owner.query<{ id: number }>('select max(property_id) as id from property')
  for (const [table, { expressions = {}, generatedId }] of Object.entries(copiedTables)) {
    const result = await owner.query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1 and column_name <> $2',
      [table, generatedId ?? ''],
    )
    const names = result.rows.map((column) => column.name)
    const values = names.map(
      (name) => expressions[name] ?? (name === 'property_id' ? 'property_id + $1' : name),
    )
    await owner.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where property_id <= $2`,
      [last.rows[0]!.id, count],
    )
  }
}

/** Adds a paid deposit a month to each reserve account. */
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

/** Creates a session without a sign-in, because the hashing of passwords is not measured. */
async function createToken(owner: pg.Pool, userName: string): Promise<string> {
  const token = newToken()
  await owner.query(
    `with made as (insert into session (user_id) select user_id from app_user where user_name = $1 returning session_id)
     insert into session_token (token_hash, session_id, kind, expires_at) select $2, session_id, 'access', now() + interval '1 hour' from made`,
    [userName, tokenHash(token)],
  )
  return token
}
