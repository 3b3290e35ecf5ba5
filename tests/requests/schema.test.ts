import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#app/registry.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  length: number | null
  filled: boolean
}

let portal: Portal
let columns: Map<string, Map<string, Column>>

beforeAll(async () => {
  portal = await openPortal()
  const result = await portal.owner.query<Column>(
    `select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as nullable,
      character_maximum_length as length, column_default is not null or is_identity = 'YES' as filled
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  )
  const byTable = Map.groupBy(result.rows, (row) => row.table)
  columns = new Map(
    [...byTable].map(([table, rows]) => [table, new Map(rows.map((row) => [row.column, row]))]),
  )
})
afterAll(() => portal.close())

/** The database types in which a kind of field may be stored. */
const typesByKey: Readonly<Record<string, readonly string[]>> = {
  id: ['integer'],
  text: ['text', 'character varying'],
  longText: ['text'],
  email: ['text'],
  phone: ['text'],
  zip: ['text'],
  money: ['numeric'],
  percent: ['numeric'],
  number: ['integer', 'numeric', 'double precision', 'bigint'],
  day: ['date'],
  moment: ['timestamp with time zone'],
  flag: ['boolean'],
  choice: ['integer', 'text'],
}

/** Lists all differences between a table and the declaration of its entity. */
function findDifferences(entity: AnyEntity): string[] {
  const table = columns.get(entity.table)
  if (!table) return [`${entity.name}: there is no table ${entity.table}`]
  const declared = new Map(Object.entries(entity.fields).map(([name, field]) => [snakeCase(name), field]))
  const missing = [...declared.keys()]
    .filter((name) => !table.has(name))
    .map((name) => `${name} is not in the table`)
  const extra = [...table.keys()]
    .filter((name) => !declared.has(name))
    .map((name) => `${name} is not declared`)
  const wrong = [...declared].flatMap(([name, field]) => {
    const column = table.get(name)
    if (!column) return []
    const meta = getFieldMeta(field)
    const nullable = field.safeParse(null).success
    const faults: string[] = []
    if (meta?.kind && !typesByKey[meta.kind]?.includes(column.type))
      faults.push(`${name} is ${column.type}, declared ${meta.kind}`)
    if (column.nullable && !nullable) faults.push(`${name} may be null, but is declared as never null`)
    if (!column.nullable && nullable && !column.filled)
      faults.push(`${name} may not be null and has no default, but is declared as optional`)
    if (column.length !== null && meta?.maxLength !== undefined && meta.maxLength > column.length)
      faults.push(`${name} holds ${column.length} characters, declared ${meta.maxLength}`)
    return faults
  })
  return [...missing, ...extra, ...wrong].map((fault) => `${entity.name}: ${fault}`)
}

test('every entity agrees with its table in columns, types, nulls and lengths', () => {
  expect(entities.flatMap((entity) => findDifferences(entity))).toEqual([])
})

test('every field that only the agency reads may be null', () => {
  const wrong = entities.flatMap(({ name, fields, agencyOnly }) =>
    agencyOnly.filter((field) => !fields[field]?.safeParse(null).success).map((field) => `${name}.${field}`),
  )
  expect(wrong).toEqual([])
})

test('the primary key of every table is the key that its entity declares', async () => {
  const keys = await portal.owner.query<{ table: string; key: string }>(
    `select c.relname as table, string_agg(a.attname, ', ') as key from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
      where k.contype = 'p' and c.relnamespace = 'public'::regnamespace group by c.relname`,
  )
  const byTable = new Map(keys.rows.map((row) => [row.table, row.key]))
  expect(entities.map(({ table }) => `${table} ${byTable.get(table)}`)).toEqual(
    entities.map(({ table, key }) => `${table} ${snakeCase(key)}`),
  )
})

/**
 * Tables with a property_id whose rows are no records of a property: permissions, assignments, and the mail
 * log, which administrators read.
 */
const unscoped = ['outbox', 'permission', 'user_property']

test('every table with a property has row-level security for select, insert, update and delete', async () => {
  const carriers = [...columns].filter(([, fields]) => fields.has('property_id')).map(([table]) => table)
  const result = await portal.owner.query<{ table: string; commands: string[] }>(
    `select c.relname as table, array_agg(distinct p.cmd) as commands from pg_class c join pg_policies p on p.tablename = c.relname
      where c.relrowsecurity and p.schemaname = 'public' group by c.relname`,
  )
  const commands = new Map(result.rows.map((row) => [row.table, row.commands]))
  const partitions = await portal.owner.query<{ name: string }>(
    'select relname as name from pg_class where relispartition',
  )
  const names = new Set(partitions.rows.map((row) => row.name))
  const unprotected = carriers.filter(
    (table) => !commands.has(table) && !unscoped.includes(table) && !names.has(table),
  )
  expect(unprotected).toEqual([])
  for (const entity of entities.filter((entity) => entity.propertyScoped)) {
    const covered = commands.get(entity.table) ?? []
    const missing = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].filter(
      (text) => !covered.includes(text) && !covered.includes('ALL'),
    )
    expect({ table: entity.table, without: missing }).toEqual({ table: entity.table, without: [] })
  }
})

test('requests run with a role to which row-level security applies and which owns no table', async () => {
  const role = await portal.owner.query(
    `select rolsuper, rolbypassrls, (select count(*)::integer from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = 'rooftree_app'`,
  )
  expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, owned: 0 }])
  const current = await portal.pool.query('select current_user as name')
  expect(current.rows).toEqual([{ name: 'rooftree_app' }])
})

/** Tables without the audit trigger, each with the reason. */
const unaudited: Readonly<Record<string, string>> = {
  sent_entry: 'names of what devices sent; the rows they made are audited',
  audit_log: 'is the audit',
  status_history: 'is history itself, append-only',
  annual_statement_version: 'keeps what was submitted, append-only',
  undone_ground: 'stores the fields of a record that a step undid, while history has the step',
  outbox: 'is the log of mails',
  backup_taken: 'is the log of backups',
  export_job: 'files that people have made for themselves, with progress by the second',
  job_run: 'is the log of jobs',
  job_failure: 'is the log of jobs that failed',
  file_census: 'is the log of the file store’s count',
  login_attempt: 'is the log of sign-ins',
  session: 'sign-ins; nothing a person edits',
  session_token: 'secrets',
  password_token: 'secrets',
  known_device: 'secrets, added when a person signs in on a device',
  account_mail: 'is the log of mails that people without a session requested',
  user_secret: 'secrets, with the day of the change in changed_at',
  calendar_feed: 'secrets, which are only created and deleted',
  task_reminder: 'is the log of reminders',
  report_mailing_run: 'is the log of mailed reports',
  report_figure: 'is the log of figures',
  role: 'fixed list of the specification',
  figure_import: 'what an import changed; the lines themselves are audited',
  header_message_dismissal: 'which banners each person has hidden',
  schema_migration: 'is the log of migrations',
  zip_code: 'reference data, loaded as a whole',
  non_compliance_notice: 'of what companies were told, each once; the mails themselves stand in the outbox',
  resident_relations_reminder:
    'of what companies were reminded, each once; the mails themselves stand in the outbox',
  city: 'reference data, loaded as a whole',
  fair_market_rent: 'reference data, loaded as a whole',
  income_limit: 'reference data, loaded as a whole',
}

test('every table has the audit trigger, except those with a stated reason', async () => {
  const result = await portal.owner.query<{ name: string; audited: boolean }>(
    `select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit' and t.tgtype & 28 = 28) as audited
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  expect(result.rows.filter((row) => !row.audited && !unaudited[row.name]).map((row) => row.name)).toEqual([])
  expect(
    Object.keys(unaudited).filter((name) => result.rows.find((row) => row.name === name)?.audited !== false),
  ).toEqual([])
})

test('the audit log and the status history are append-only, and their partitions cannot be reached directly', async () => {
  await portal.owner.query(`select kernel.ensure_partitions(current_date + 400, 2)`)
  const result = await portal.owner.query(
    `select table_name, privilege_type from information_schema.role_table_grants
      where grantee = 'rooftree_app' and ((table_name in ('audit_log', 'status_history') and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE'))
        or (table_name = 'audit_log' and privilege_type = 'INSERT') or table_name like 'audit_log\\_%') order by 1, 2`,
  )
  expect(result.rows).toEqual([])
})
