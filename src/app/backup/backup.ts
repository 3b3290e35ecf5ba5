import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { KEY_FILE } from '#core/portfolio/households/server/index.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { type Dump, dumpTables, openOwner } from '#kernel/server/postgres/dump.ts'
import { writeSums } from './checksums.ts'

/** The file that lists the contents of a backup. */
export const MANIFEST = 'manifest.json'
/** The folder of the tables in a backup. */
export const DATABASE = 'database'

/** The contents of a backup, as its manifest lists them. */
export type Manifest = Dump & {
  /** The moment that the whole backup represents. */
  takenAt: string
  /** The number of stored files in the backup. */
  contents: number
  /**
   * The hashes of contents that documents name but that were missing or damaged in the store. They are not in
   * the backup.
   */
  lost: string[]
}

/**
 * Writes a backup into a new folder: every table and every stored file that a document names, all as of one
 * moment, with checksums. The portal may keep running: stored files never change, and only the nightly census
 * removes any.
 *
 * @param keyPath the key of households, if it is in the data folder; without it their names could not be read
 * again
 *
 * @throws Error when the folder exists already or the database is not a portal's
 */
export async function backUp(
  databaseUrl: string,
  files: FileStore,
  folder: string,
  keyPath: string | null = null,
): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: a backup is made in a new folder.`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const client = await openOwner(databaseUrl)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const moment = await client.query<{ now: string; portal: string | null }>(
      `select now()::text as now, to_regclass('public.schema_migration') as portal`,
    )
    const { now, portal } = moment.rows[0]!
    if (!portal) throw new Error('There is nothing to back up: the database holds no portal.')
    const dump = await dumpTables(client, join(unfinished, DATABASE))
    const result = await client.query<{ hash: string }>(
      'select distinct content_hash as hash from public.file',
    )
    const sums = new Map<string, string>()
    const lost: string[] = []
    for (const { hash } of result.rows) {
      const name = join('files', hash.slice(0, 2), hash)
      if (await copyContent(files, hash, join(unfinished, name))) sums.set(name, hash)
      else lost.push(hash)
    }
    const manifest: Manifest = { takenAt: now, contents: sums.size, lost, ...dump }
    await writeFile(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 1), { flush: true })
    const tables = dump.tables.map(({ name }) => join(DATABASE, `${name}.copy.gz`))
    const key = keyPath && existsSync(keyPath) ? [KEY_FILE] : []
    if (keyPath && key.length > 0) await copyFile(keyPath, join(unfinished, KEY_FILE))
    await writeSums(unfinished, [MANIFEST, ...tables, ...key], sums)
    await rename(unfinished, folder)
    await client.query('commit')
    await noteBackup(client, manifest)
    return manifest
  } finally {
    await client.end()
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Copies a stored file. Returns whether the copy is complete and undamaged. */
async function copyContent(files: FileStore, contentHash: string, path: string): Promise<boolean> {
  if (!(await files.has(contentHash))) return false
  await mkdir(dirname(path), { recursive: true })
  const digest = createHash('sha256')
  const tee = new Transform({
    transform(chunk, _, callback) {
      digest.update(chunk)
      callback(null, chunk)
    },
  })
  await pipeline(files.stream(contentHash), tee, createWriteStream(path, { flush: true }))
  if (digest.digest('hex') === contentHash) return true
  await rm(path)
  return false
}

/**
 * Notes in the database that a backup was taken, for /admin and /metrics. A database of an older version does
 * not have the table.
 */
async function noteBackup(client: pg.Client, { takenAt, lost }: Manifest): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.backup_taken') as place`)
  if (!rows[0].place) return
  await client.query('insert into public.backup_taken (taken_at, lost) values ($1, $2)', [
    takenAt,
    lost.length,
  ])
}
