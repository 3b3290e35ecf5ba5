import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { noteGrants, repeatGrants } from './grants.ts'
import { applicationAddress, applicationRole, DEFAULT_ROLE } from './role.ts'

/** Runs after another process's migration instead of at the same time. */
const LOCK = 7_201_113

/** Marks a database into which a restore has not finished. */
export const UNFINISHED_RESTORE = 'restore_unfinished'

/**
 * Applies the SQL files of `folder` that this database has not seen, in name order and all in one
 * transaction, so that a failure leaves the database at its release. Also makes sure that requests can log in
 * and have the privileges that the migrations granted. A file whose first line is {@link ALONE} runs by
 * itself: everything before it is kept. Forward only. Returns the names applied.
 *
 * @param only the migrations a backup was made with, for a restore; all of the folder by default
 * @throws Error when an applied file has changed since, or is not in the folder; when a restore did not
 * finish.
 */
export async function migrate(
  connectionString: string,
  folder: string,
  only?: readonly string[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'rooftree-migrate' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await ensureRole(client, connectionString)
    await client.query(`create table if not exists schema_migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await appliedMigrations(client)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    if (!only) await refuseForeign(client, applied, files)
    await repeatGrants(client)
    const matchingFiles = files.filter((file) => !only || only.includes(file))
    const pending = await findPendingMigrations(folder, matchingFiles, applied)
    for (const together of getTransactions(pending)) await apply(client, together)
    if (pending.length > 0 && !only) await noteGrants(client)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

type Migration = { name: string; text: string; hash: string }

/** The first line of a migration that would hold its locks for too long together with others. */
const ALONE = '-- alone'

/** The files a database has not seen. Throws for one that was changed after it was applied. */
async function findPendingMigrations(
  folder: string,
  files: readonly string[],
  applied: ReadonlyMap<string, string>,
): Promise<Migration[]> {
  const pending: Migration[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    const appliedHash = applied.get(name)
    if (appliedHash === hash) continue
    if (appliedHash)
      throw new Error(`Migration ${name} was changed after it was applied. Write a new one instead.`)
    pending.push({ name, text, hash })
  }
  return pending
}

/** The migrations to apply in one transaction each: all together, except those that run alone. */
function getTransactions(pending: readonly Migration[]): Migration[][] {
  const transactions: Migration[][] = []
  let before: Migration | undefined
  const isAlone = ({ text }: Migration) => text.startsWith(`${ALONE}\n`)
  for (const migration of pending) {
    const together = transactions.at(-1)
    if (!together || !before || isAlone(migration) || isAlone(before)) transactions.push([migration])
    else together.push(migration)
    before = migration
  }
  return transactions
}

/** The migrations applied to a database: hash by name. */
export async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from public.schema_migration',
  )
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

async function refuseForeign(
  client: pg.Client,
  applied: Map<string, string>,
  files: readonly string[],
): Promise<void> {
  const half = await client.query('select to_regclass($1) as mark', [`public.${UNFINISHED_RESTORE}`])
  if (half.rows[0].mark)
    throw new Error('A restore into this database has not finished: run "npm run restore" again.')
  const unknown = [...applied.keys()].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The database belongs to a newer version of the portal: this one does not know its migration ${unknown.join(', ')}. Start the newer version, or restore a backup that was made before it.`,
    )
}

async function apply(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  let under = ''
  await client.query('begin')
  try {
    for (const { name, text, hash } of migrations) {
      under = name
      await client.query(text.replaceAll(DEFAULT_ROLE, applicationRole()))
      await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${under} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/**
 * Makes sure that requests can log in as their role. The role belongs to the whole server, where other
 * databases may be creating it at the same moment, or an operator may have created it; then it only has to
 * let the portal in.
 *
 * @throws Error that says what the operator must run when the owner may not create the role or change its
 * password, when it serves the database of another owner, and when it may do more than requests may.
 */
async function ensureRole(client: pg.Client, connectionString: string): Promise<void> {
  const address = applicationAddress(connectionString)
  if (!(await logsIn(address))) await letIn(client, address)
  const { rows } = await client.query(
    'select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as more from pg_roles where rolname = $1',
    [applicationRole()],
  )
  if (rows[0]?.more) throw new Error(MESSAGES.mighty(applicationRole()))
}

/**
 * Makes the role of requests with its password, or sets the password alone: no more may be altered without
 * superuser.
 */
async function letIn(client: pg.Client, address: string): Promise<void> {
  const role = applicationRole()
  const { password } = new pg.Client({ connectionString: address })
  const secret = password ? pg.escapeLiteral(password) : 'null'
  let isKnown = false
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    isKnown = (await client.query('select 1 from pg_roles where rolname = $1', [role])).rowCount === 1
    const other = isKnown ? await usedElsewhere(client, role) : undefined
    if (other) throw new Error(MESSAGES.elsewhere(role, other))
    await client.query(
      isKnown
        ? `alter role ${role} password ${secret}`
        : `create role ${role} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication password ${secret}`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    // Another database of the same server was faster.
    if (await logsIn(address)) return
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new Error(isKnown ? MESSAGES.password(role) : MESSAGES.missing(role), { cause: error })
  }
  if (!(await logsIn(address))) throw new Error(MESSAGES.refused(role))
}

/** A database of another owner on the same server whose requests log in as this role. */
async function usedElsewhere(client: pg.Client, role: string): Promise<string | undefined> {
  const { rows } = await client.query<{ datname: string }>(
    `select distinct d.datname from pg_shdepend s join pg_database d on d.oid = s.dbid
      where s.refclassid = 'pg_authid'::regclass and s.refobjid = (select oid from pg_roles where rolname = $1)
        and d.datdba <> (select datdba from pg_database where datname = current_database()) limit 1`,
    [role],
  )
  return rows[0]?.datname
}

/** Messages of a start about the role that requests log in as. */
const MESSAGES = {
  missing: (role: string) =>
    `The owner of the database may not make the role requests log in as. As an administrator of the server run "create role ${role} login password '…'" and give that password as DATABASE_APP_PASSWORD.`,
  password: (role: string) =>
    `The password of the role ${role}, as which requests log in, is another one than the portal's, and the owner of the database may not change it. As an administrator of the server run "alter role ${role} password '…'" and give that password as DATABASE_APP_PASSWORD.`,
  elsewhere: (role: string, database: string) =>
    `The role ${role} belongs to the requests of the database ${database}, which has another owner: its password is not changed. Name a role for this database as DATABASE_APP_ROLE, or give the present password as DATABASE_APP_PASSWORD.`,
  mighty: (role: string) =>
    `The role ${role} may do more than requests may. As an administrator of the server run "alter role ${role} nosuperuser nobypassrls nocreaterole nocreatedb noreplication".`,
  refused: (role: string) =>
    `The database does not let the role ${role} in. Where DATABASE_URL has no password, give the role's as DATABASE_APP_PASSWORD.`,
}

async function logsIn(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    // Also after a refusal: the server would wait for a better password.
    await client.end().catch(() => undefined)
  }
}
