import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { copyIn, copyOut } from './copy.ts'
import { appliedMigrations, UNFINISHED_RESTORE } from './migrate.ts'

/** One table: its columns in the order of its file, and how many rows that holds. */
type DumpedTable = { name: string; columns: string[]; rows: number }

/** The contents of a dump's files. The schema is not included, because the migrations create it again. */
export type Dump = {
  /** Name and hash of each migration that the database had seen. */
  migrations: [string, string][]
  tables: DumpedTable[]
  sequences: { name: string; value: string; called: boolean }[]
}

const getFile = (folder: string, table: string): string => join(folder, `${table}.copy.gz`)

const OURS = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const OUR_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, array(select quote_ident(attname) from pg_attribute a
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum)::text[] as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} order by 1`
const OUR_SEQUENCES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${OURS} order by 1`

/** Both sides must write values alike, and a row that security hid would be missing without a word. */
const ALIKE = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set row_security = off; set search_path = pg_catalog;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;`

/** A connection as the owner for a dump or a load. */
export async function openOwner(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'rooftree backup',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(ALIKE)
  return client
}

/**
 * Writes every table into a new folder, each as a compressed file of COPY's text form. The client is in a
 * transaction that sees one moment (repeatable read).
 */
export async function dumpTables(client: pg.Client, folder: string): Promise<Dump> {
  await mkdir(folder, { recursive: true })
  const migrations = [...(await appliedMigrations(client))]
  const tables: DumpedTable[] = []
  for (const { name, columns } of (await client.query<DumpedTable>(OUR_TABLES)).rows) {
    const { content, rows } = copyOut(client, `copy (select ${columns.join()} from ${name}) to stdout`)
    const [count] = await Promise.all([
      rows,
      pipeline(content, createGzip(), createWriteStream(getFile(folder, name), { flags: 'wx', flush: true })),
    ])
    tables.push({ name, columns, rows: count })
  }
  const sequences: Dump['sequences'] = []
  // Their values know no snapshot: read after the tables they are never too low.
  for (const { name } of (await client.query<{ name: string }>(OUR_SEQUENCES)).rows) {
    const { rows } = await client.query(`select last_value as value, is_called as called from ${name}`)
    sequences.push({ name, ...rows[0] })
  }
  return { migrations, tables, sequences }
}

/**
 * Fills the tables of a database, migrated as far as the dump, in one transaction, and replaces their
 * contents. Foreign keys are created again afterwards, so they hold or nothing is loaded.
 *
 * @returns the tables of the dump that this database does not have
 */
export async function loadTables(client: pg.Client, folder: string, dump: Dump): Promise<string[]> {
  await client.query('begin')
  const tableNames = (await client.query<{ name: string }>(OUR_TABLES)).rows.map(({ name }) => name)
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace where contype = 'f' and conparentid = 0 and n.nspname not like 'pg\\_%'`,
  )
  const each = (texts: string[]) => client.query(texts.join(';'))
  await each(keys.rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  await each(tableNames.map((name) => `alter table ${name} disable trigger user`))
  await client.query(`truncate ${tableNames.join()}`)
  for (const table of dump.tables.filter(({ name }) => tableNames.includes(name)))
    await load(client, folder, table)
  for (const { name, value, called: isCalled } of dump.sequences)
    await client.query('select setval(to_regclass($1), $2, $3)', [name, value, isCalled])
  await each(tableNames.map((name) => `alter table ${name} enable trigger user`))
  await each(
    keys.rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  )
  await client.query(`select kernel.ensure_partitions(month::date, 0)
    from (select distinct date_trunc('month', changed_at) as month from public.audit_log_default) as unplaced`)
  await client.query(`drop table public.${UNFINISHED_RESTORE}`)
  await client.query('commit')
  await client.query('analyze')
  return dump.tables.map(({ name }) => name).filter((name) => !tableNames.includes(name))
}

async function load(client: pg.Client, folder: string, { name, columns, rows }: DumpedTable): Promise<void> {
  const content = createReadStream(getFile(folder, name)).pipe(createGunzip())
  const count = await copyIn(client, `copy ${name} (${columns.join()}) from stdin`, content)
  if (count !== rows) throw new Error(`The backup's file of ${name} holds ${count} rows instead of ${rows}.`)
}
