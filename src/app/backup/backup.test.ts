import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { FolderStore } from '#core/platform/files/server/index.ts'
import { KEY_FILE } from '#core/portfolio/households/server/index.ts'
import { openOwner } from '#kernel/server/postgres/dump.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { fileDraft, makeStepCall } from '#tests/crash/filing.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type RunningPostgres, startPostgres } from '#tools/postgres/launcher.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations')

let portal: Portal
let folder: string
let backup: string
let otherPostgres: RunningPostgres
let files: FolderStore

beforeAll(async () => {
  portal = await openPortal()
  const request = await fileDraft(portal, 1, 100)
  const { url, body } = makeStepCall('submit', request)
  expect((await portal.ask('company.writer', 'POST', url, body)).status).toBe(200)
  // A month that has no partition in a new database.
  await portal.owner.query(`select kernel.ensure_partitions('2024-02-01', 0);
    insert into audit_log (changed_at, table_name, operation, changes) values
      ('2024-02-28T23:30:00.123456Z', 'holiday', 'insert', '{"name": "Tab\\t, line\\n, \\\\N, null", "of": null}')`)
  folder = await mkdtemp(join(tmpdir(), 'rooftree-backup-'))
  await chmod(folder, 0o755)
  backup = join(folder, 'backup')
  files = new FolderStore(join(folder, 'data', 'files'))
  otherPostgres = await startPostgres({
    dataDirectory: join(folder, 'data', 'postgres'),
    settings: { fsync: 'off' },
  })
})
afterAll(async () => {
  await otherPostgres.stop()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const restoreBackup = () =>
  restore(backup, otherPostgres.connectionString, files, MIGRATIONS, join(folder, 'data', KEY_FILE))

/**
 * Reads every table’s rows, sequences, grants, keys and triggers, to compare them with another database.
 */
async function readDatabase(connectionString: string): Promise<Map<string, unknown>> {
  const client = await openOwner(connectionString)
  const notesByName = new Map<string, unknown>()
  const noteRows = async (name: string, text: string) =>
    notesByName.set(name, (await client.query(text)).rows)
  const ownSchemas = `n.nspname in ('public', 'kernel', 'secret')`
  const relations = await client.query<{ name: string; kind: string }>(
    `select format('%I.%I', nspname, relname) as name, relkind as kind from pg_class c
     join pg_namespace n on n.oid = relnamespace where ${ownSchemas} and relkind in ('r', 'p', 'S') and relname <> 'backup_taken_backup_taken_id_seq' order by 1`,
  )
  for (const { name, kind } of relations.rows)
    if (kind === 'S') await noteRows(name, `select last_value, is_called from ${name}`)
    // The row that notes a backup is written after it, so the copy does not have it.
    else if (name !== 'public.backup_taken')
      await noteRows(name, `select t::text as row from ${name} t order by 1`)
  await noteRows(
    'rights',
    `select format('%I.%I', nspname, relname) as name, array(select privilege_type from aclexplode(relacl) a join pg_roles r
       on r.oid = a.grantee where rolname = 'rooftree_app' order by privilege_type)::text[] as rights, relrowsecurity
     from pg_class join pg_namespace n on n.oid = relnamespace where ${ownSchemas} order by 1`,
  )
  await noteRows(
    'keys',
    `select conrelid::regclass::text, conname, pg_get_constraintdef(c.oid), convalidated from pg_constraint c
     join pg_namespace n on n.oid = connamespace where ${ownSchemas} and conrelid <> 0 order by 1, 2`,
  )
  await noteRows(
    'triggers',
    `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  )
  await client.end()
  return notesByName
}

test('a backup contains the documents, and a damaged backup is refused before a restore begins', async () => {
  const key = join(folder, KEY_FILE)
  await writeFile(key, 'the key under which households are kept')
  expect((await backUp(portal.connectionString, portal.services.files, backup, key)).contents).toBe(1)
  const again = backUp(portal.connectionString, portal.services.files, backup)
  await expect(again).rejects.toThrow('is there already')
  const file = join(backup, 'database', 'public.property.copy.gz')
  const originalBytes = await readFile(file)
  await writeFile(file, originalBytes.subarray(1))
  await expect(restoreBackup()).rejects.toThrow('damaged in the backup: database/public.property.copy.gz')
  await writeFile(file, originalBytes)
  await expect(backUp(otherPostgres.connectionString, files, join(folder, 'other'))).rejects.toThrow(
    'holds no portal',
  )
})

test('the portal refuses to start on a database whose restore was interrupted', async () => {
  const broken = new FolderStore(join(backup, 'manifest.json', 'files'))
  await expect(restore(backup, otherPostgres.connectionString, broken, MIGRATIONS)).rejects.toThrow('ENOTDIR')
  await expect(migrate(otherPostgres.connectionString, MIGRATIONS)).rejects.toThrow('has not finished')
})

test('after a restore every table is the same, people can sign in, and documents open', async () => {
  const { leftOut } = await restoreBackup()
  expect(leftOut).toEqual([])
  const key = join(folder, 'data', KEY_FILE)
  expect(await readFile(key, 'utf8')).toBe('the key under which households are kept')
  expect((await stat(key)).mode & 0o777).toBe(0o600)
  expect(await readDatabase(otherPostgres.connectionString)).toEqual(
    await readDatabase(portal.connectionString),
  )

  const pool = openPool(otherPostgres.connectionString, 2)
  const app = await buildApp(served, pool, { ...portal.services, files }, null)
  const signIn = { userName: 'company.writer', password: PASSWORD }
  const login = await app.inject({ method: 'POST', url: '/api/users/authenticate', payload: signIn })
  expect(login.statusCode).toBe(200)
  const headers = { authorization: `Bearer ${login.json().token}` }
  const { rows } = await portal.owner.query<{ id: number; name: string }>(
    'select file_id as id, file_name as name from file order by file_id desc limit 1',
  )
  const response = await app.inject({ url: `/api/Files/Download/${rows[0]!.id}`, headers })
  expect([response.statusCode, response.json().fileName]).toEqual([200, rows[0]!.name])
  await app.close()
  await pool.end()
  expect(await migrate(otherPostgres.connectionString, MIGRATIONS)).toEqual([])
  await expect(restoreBackup()).rejects.toThrow('The database is not empty')
})

test('a start restores grants that were lost with the role, also for tables created later', async () => {
  const before = await readDatabase(otherPostgres.connectionString)
  const owner = await openOwner(otherPostgres.connectionString)
  await owner.query('drop owned by rooftree_app')
  expect(await readDatabase(otherPostgres.connectionString)).not.toEqual(before)
  await migrate(otherPostgres.connectionString, MIGRATIONS)
  expect(await readDatabase(otherPostgres.connectionString)).toEqual(before)
  await owner.query('create table public.later (id integer)')
  const { rows } = await owner.query(
    `select has_table_privilege('rooftree_app', 'public.later', 'insert') as may`,
  )
  expect(rows).toEqual([{ may: true }])
  await owner.end()
})

test('a portal refuses the database of a newer version', async () => {
  const owner = await openOwner(otherPostgres.connectionString)
  await owner.query(`insert into public.schema_migration (name, hash) values ('9999_later.sql', '')`)
  await owner.end()
  await expect(migrate(otherPostgres.connectionString, MIGRATIONS)).rejects.toThrow(
    /newer version .* 9999_later\.sql/,
  )
})
