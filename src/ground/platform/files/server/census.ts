import { sql } from 'kysely'
import type { Transaction } from '#kernel/server/database.ts'
import type { FileStore, StoredContent } from '#kernel/server/files.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { loadFileHash } from './incoming.ts'

/** The hour of the night at which the store is counted. */
const HOUR = 2
/** A content without a file stays this long, because the request that received it may still be running. */
const GRACE_HOURS = 24
/** The most contents taken away in one night. */
const MOST_REMOVED = 1000
const BATCH = 1000
/**
 * Every content is verified again within this number of nights, chosen by the first digit of its hash; a new
 * one within its first two.
 */
const NIGHTS = 16
const NEW_HOURS = 48

type Count = {
  contents: number
  bytes: number
  unreferenced: number
  unreferencedBytes: number
  damaged: string[]
}

/**
 * Counts the store's contents and removes those that no file names: never one received within a day, and
 * never while a file is being added. Adding a file takes the shared lock before it looks for its content and
 * keeps it until its row exists, so either it finds the content gone and is refused, or the census sees its
 * row and keeps the content.
 */
export const fileCensus: Job = {
  name: 'file store',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, { files, now }) => {
    const before = new Date(now().getTime() - GRACE_HOURS * 3_600_000)
    // First: what killed uploads have left goes even where the count breaks off.
    await files.removeUnfinished(before)
    const { count, old } = await countContents(transaction, files, before, now())
    const removed = await removeUnreferenced(transaction, files, old, before)
    // Bounds are asked of the day alone; a week is kept so that a moved clock finds it.
    await sql`select kernel.forget_uploads(kernel.agency_day(${now().toISOString()}) - 7)`.execute(
      transaction.db,
    )
    await sql`insert into file_census (contents, bytes, unreferenced, unreferenced_bytes, removed, damaged)
      values (${count.contents}, ${count.bytes}, ${count.unreferenced}, ${count.unreferencedBytes},
      ${removed}, ${count.damaged})`.execute(transaction.db)
  },
}

async function countContents(transaction: Transaction, files: FileStore, before: Date, now: Date) {
  const count: Count = { contents: 0, bytes: 0, unreferenced: 0, unreferencedBytes: 0, damaged: [] }
  const old: string[] = []
  const take = async (batch: readonly StoredContent[]) => {
    const sizesByHash = await namedAmong(
      transaction,
      batch.map((storedContent) => storedContent.contentHash),
    )
    for (const content of batch) {
      const { contentHash, size, storedAt } = content
      count.contents += 1
      count.bytes += size
      const wrongSize = (sizesByHash.get(contentHash) ?? size) !== size
      if (wrongSize || (isTurn(content, now) && (await isDamaged(transaction, files, contentHash))))
        count.damaged.push(contentHash)
      if (sizesByHash.has(contentHash)) continue
      count.unreferenced += 1
      count.unreferencedBytes += size
      if (storedAt < before && old.length < MOST_REMOVED) old.push(contentHash)
    }
  }
  let batch: StoredContent[] = []
  for await (const content of files.list()) {
    batch.push(content)
    if (batch.length < BATCH) continue
    await take(batch)
    batch = []
  }
  await take(batch)
  return { count, old }
}

/** Whether a content is read this night. */
const isTurn = ({ contentHash, storedAt }: StoredContent, now: Date): boolean =>
  now.getTime() - storedAt.getTime() < NEW_HOURS * 3_600_000 ||
  Number.parseInt(contentHash[0] ?? '', 16) === Math.floor(now.getTime() / 86_400_000) % NIGHTS

/** Whether a content does not match its hash; one removed in the meantime counts as intact. */
async function isDamaged(transaction: Transaction, files: FileStore, contentHash: string): Promise<boolean> {
  // Reading takes long; a transaction that is silent for a minute would be ended.
  await transaction.query('select 1')
  if (!(await files.has(contentHash))) return false
  return (await loadFileHash(files.stream(contentHash))) !== contentHash
}

/**
 * Which of these contents a file, a prepared export or a mail names, earlier versions among them, and of what
 * size it should be.
 */
async function namedAmong(transaction: Transaction, hashes: readonly string[]): Promise<Map<string, number>> {
  const result = await transaction.query<{ hash: string; size: number }>(
    `select content_hash as hash, size_bytes as size from file where content_hash = any ($1)
     union select f ->> 'contentHash', (f ->> 'sizeBytes')::integer from email, jsonb_array_elements(attachments) f
       where f ->> 'contentHash' = any ($1)
     union select content_hash, size_bytes::integer from export_job where content_hash = any ($1)
     union select f ->> 'contentHash', null from outbox, jsonb_array_elements(attachments) f
       where outbox.attachments <> '[]' and f ->> 'contentHash' = any ($1) order by size nulls first`,
    [hashes],
  )
  return new Map(result.rows.map((row) => [row.hash, row.size]))
}

async function removeUnreferenced(
  transaction: Transaction,
  files: FileStore,
  old: readonly string[],
  before: Date,
): Promise<number> {
  if (old.length === 0) return 0
  await transaction.query(`select pg_advisory_xact_lock(hashtext('file contents'))`)
  const sizesByHash = await namedAmong(transaction, old)
  let removed = 0
  for (const contentHash of old) {
    if (!sizesByHash.has(contentHash) && (await files.removeOlder(contentHash, before))) removed += 1
  }
  return removed
}
