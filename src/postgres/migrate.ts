import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { APPLICATION_ROLE } from '#kernel/server/database.ts'

/** Runs after another process's migration instead of beside it. */
const LOCK = 7_201_113

/**
 * Applies the SQL files of `folder` that this database has not seen, in name order, each in a transaction of its own.
 * Forward only. Answers the names applied. Throws when an applied file has changed since.
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'rooftree-migrate' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await createRole(client)
    await client.query(`create table if not exists schema_migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = new Map<string, string>(
      (await client.query<{ name: string; hash: string }>('select name, hash from schema_migration')).rows.map(
        (row) => [row.name, row.hash],
      ),
    )
    const done: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const known = applied.get(name)
      if (known === hash) continue
      if (known) throw new Error(`Migration ${name} was changed after it was applied. Write a new one instead.`)
      await apply(client, name, text, hash)
      done.push(name)
    }
    return done
  } finally {
    await client.end()
  }
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

/** The application role belongs to the whole server: other databases may be creating it at the same moment. */
async function createRole(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select 1 from pg_roles where rolname = '${APPLICATION_ROLE}') then
      create role ${APPLICATION_ROLE} nologin nosuperuser nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`)
  await client.query(`do $$ begin
    if not pg_has_role(current_user, '${APPLICATION_ROLE}', 'member') then execute 'grant ${APPLICATION_ROLE} to ' || quote_ident(current_user); end if;
  end $$`)
}
