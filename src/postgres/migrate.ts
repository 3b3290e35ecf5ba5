import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { noteGrants, repeatGrants } from './grants.ts'
import { APPLICATION_ROLE, applicationAddress } from './role.ts'

/** Runs after another process's migration instead of beside it. */
const LOCK = 7_201_113

/** Stands in a database into which a restore has not finished. */
export const UNFINISHED_RESTORE = 'restore_unfinished'

/**
 * Applies the SQL files of `folder` that this database has not seen, in name order, each in a transaction of its own, and
 * sees to it that requests can log in and may do what the migrations have granted. Forward only. Answers the names applied.
 *
 * @param only the migrations a backup was made with, for a restore; all of the folder by default
 * @throws Error when an applied file has changed since, or is not in the folder; when a restore did not finish.
 */
export async function migrate(connectionString: string, folder: string, only?: readonly string[]): Promise<string[]> {
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
    const done: string[] = []
    for (const name of files.filter((file) => !only || only.includes(file))) {
      const text = await readFile(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const known = applied.get(name)
      if (known === hash) continue
      if (known) throw new Error(`Migration ${name} was changed after it was applied. Write a new one instead.`)
      await apply(client, name, text, hash)
      done.push(name)
    }
    if (done.length > 0 && !only) await noteGrants(client)
    return done
  } finally {
    await client.end()
  }
}

/** What a database has seen: the hash of each migration by its name. */
export async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.schema_migration')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

async function refuseForeign(client: pg.Client, applied: Map<string, string>, files: readonly string[]): Promise<void> {
  const half = await client.query('select to_regclass($1) as mark', [`public.${UNFINISHED_RESTORE}`])
  if (half.rows[0].mark) throw new Error('A restore into this database has not finished: run "npm run restore" again.')
  const unknown = [...applied.keys()].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The database belongs to a newer version of the portal: this one does not know its migration ${unknown.join(', ')}. Start the newer version, or restore a backup that was made before it.`,
    )
}

async function apply(client: pg.Client, name: string, text: string, hash: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/**
 * Makes sure that requests can log in as their role. It belongs to the whole server, where other databases may be making
 * it at the same moment, and an operator may have made it: then it only has to let us in.
 *
 * @throws Error that says what the operator must run when the owner may not make roles.
 */
async function ensureRole(client: pg.Client, connectionString: string): Promise<void> {
  const address = applicationAddress(connectionString)
  if (await logsIn(address)) return
  const { password } = new pg.Client({ connectionString: address })
  const rights = `login nosuperuser nobypassrls nocreaterole nocreatedb noreplication password ${password ? pg.escapeLiteral(password) : 'null'}`
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const known = await client.query('select 1 from pg_roles where rolname = $1', [APPLICATION_ROLE])
    await client.query(`${known.rowCount ? 'alter' : 'create'} role ${APPLICATION_ROLE} ${rights}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    // Another database of the same server was faster.
    if (!(await logsIn(address)))
      throw new Error(
        `The owner of the database may not make the role requests log in as. As an administrator of the server run "create role ${APPLICATION_ROLE} login password '…'" and give that password as DATABASE_APP_PASSWORD.`,
        { cause: error },
      )
  }
  if (!(await logsIn(address)))
    throw new Error(
      `The database does not let the role ${APPLICATION_ROLE} in. Where DATABASE_URL has no password, give the role's as DATABASE_APP_PASSWORD.`,
    )
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
