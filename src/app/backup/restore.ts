import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KEY_FILE } from '#core/portfolio/households/server/index.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { loadTables, openOwner } from '#kernel/server/postgres/dump.ts'
import { migrate, UNFINISHED_RESTORE } from '#kernel/server/postgres/migrate.ts'
import { DATABASE, MANIFEST, type Manifest } from './backup.ts'
import { checkSums } from './checksums.ts'

/**
 * Restores a backup into an empty database and a file store. Everything is checked before anything is
 * written. An interrupted restore is started again by the same call, and no portal starts on that database
 * until it is complete.
 *
 * @param migrations the folder of the migrations of this version
 * @param keyPath where the key of households from the backup is written
 * @returns what was restored, and tables of the backup that no migration creates and that were left out
 * @throws Error when the backup is damaged or of a newer version, or the database already has other data
 */
export async function restore(
  folder: string,
  databaseUrl: string,
  files: FileStore,
  migrations: string,
  keyPath: string | null = null,
): Promise<{ manifest: Manifest; leftOut: string[] }> {
  const names = await checkSums(folder)
  const manifest: Manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))
  await refuseOtherVersion(manifest, migrations)
  const client = await openOwner(databaseUrl)
  try {
    await markRestoreBegun(client)
    await migrate(
      databaseUrl,
      migrations,
      manifest.migrations.map(([name]) => name),
    )
    for (const name of names.filter((name) => name.startsWith('files'))) {
      await files.put(createReadStream(join(folder, name)), Number.MAX_SAFE_INTEGER)
    }
    if (keyPath && names.includes(KEY_FILE)) await restoreKey(join(folder, KEY_FILE), keyPath)
    return { manifest, leftOut: await loadTables(client, join(folder, DATABASE), manifest) }
  } finally {
    await client.end()
  }
}

/** Restores the key of households as a file that only its owner may read. */
async function restoreKey(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await writeFile(to, await readFile(from), { mode: 0o600, flush: true })
}

/** Refuses a backup of a newer version, or one whose migrations have changed since. */
async function refuseOtherVersion(manifest: Manifest, migrations: string): Promise<void> {
  for (const [name, hash] of manifest.migrations) {
    const text = await readFile(join(migrations, name), 'utf8').catch(() => null)
    if (text === null || createHash('sha256').update(text).digest('hex') !== hash)
      throw new Error(
        `The backup was made by another version of the portal: this one does not know its ${name}.`,
      )
  }
}

/**
 * Marks the database as one into which a restore has begun. Refuses a database that is not empty, unless it
 * has the mark.
 */
async function markRestoreBegun(client: Awaited<ReturnType<typeof openOwner>>): Promise<void> {
  const { rows } = await client.query<{ begun: string | null; tables: number }>(
    `select to_regclass($1) as begun, (select count(*)::integer from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema') as tables`,
    [`public.${UNFINISHED_RESTORE}`],
  )
  const { begun: unfinishedRestore, tables } = rows[0]!
  if (unfinishedRestore) return
  if (tables > 0)
    throw new Error(
      'The database is not empty: a backup is restored into an empty one, so that nothing is lost.',
    )
  await client.query(`create table public.${UNFINISHED_RESTORE} ()`)
}
