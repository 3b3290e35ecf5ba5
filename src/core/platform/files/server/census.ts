import { sql } from 'kysely'
import type { Transaction } from '#kernel/server/database.ts'
import type { FileStore, StoredContent } from '#kernel/server/files.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { computeHash } from './incoming.ts'

/** The hour of the night at which the census runs. */
const HOUR = 2
/** A content without a file remains this long, because the request that received it may still be running. */
const GRACE_HOURS = 24
/** The greatest number of contents removed in one night. */
const MAX_REMOVED = 1000
const BATCH = 1000
/**
 * Every content is verified again within this number of nights, chosen by the first digit of its hash. A
 * new content is verified within its first two nights.
 */
const NIGHTS = 16
const NEW_HOURS = 48

type StoreCount = {
  contents: number
  bytes: number
  unreferenced: number
  unreferencedBytes: number
  damaged: string[]
}

/**
 * The nightly job that counts the contents of the store and removes those that no file names. It never
 * removes a content received within a day, nor one whose file is being added: adding a file takes a shared
 * lock before it looks for its content and releases it when its row exists. So either adding finds the
 * content gone and is refused, or the census sees the row and leaves the content.
 */
export const fileCensus: Job = {
  name: 'file store',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, { files, now }) => {
    const before = new Date(now().getTime() - GRACE_HOURS * 3_600_000)
    // This comes first, so that the remains of killed uploads are removed even if the count fails.
    await files.removeUnfinished(before)
    const { count, old } = await countContents(transaction, files, before, now())
    const removed = await removeUnreferenced(transaction, files, old, before)
    // Limits only need the current day. A week of tallies is stored, so that they survive a moved clock.
    await sql`select kernel.forget_uploads(kernel.agency_day(${now().toISOString()}) - 7)`.execute(
      transaction.db,
    )
    await sql`insert into file_census (contents, bytes, unreferenced, unreferenced_bytes, removed, damaged)
      values (${count.contents}, ${count.bytes}, ${count.unreferenced}, ${count.unreferencedBytes},
      ${removed}, ${count.damaged})`.execute(transaction.db)
  },
}

async function countContents(transaction: Transaction, files: FileStore, before: Date, now: Date) {
  const count: StoreCount = { contents: 0, bytes: 0, unreferenced: 0, unreferencedBytes: 0, damaged: [] }
  const oldHashes: string[] = []
  const countBatch = async (batch: readonly StoredContent[]) => {
    const sizesByHash = await findNamed(
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
      if (storedAt < before && oldHashes.length < MAX_REMOVED) oldHashes.push(contentHash)
    }
  }
  let batch: StoredContent[] = []
  for await (const content of files.list()) {
    batch.push(content)
    if (batch.length < BATCH) continue
    await countBatch(batch)
    batch = []
  }
  await countBatch(batch)
  return { count, old: oldHashes }
}

/** Whether a content is read and verified this night. */
const isTurn = ({ contentHash, storedAt }: StoredContent, now: Date): boolean =>
  now.getTime() - storedAt.getTime() < NEW_HOURS * 3_600_000 ||
  Number.parseInt(contentHash[0] ?? '', 16) === Math.floor(now.getTime() / 86_400_000) % NIGHTS

/** Whether a content does not match its hash. A content removed by another process counts as intact. */
async function isDamaged(transaction: Transaction, files: FileStore, contentHash: string): Promise<boolean> {
  // Reading takes long, and the database ends a transaction that is silent for a minute.
  await transaction.query('select 1')
  if (!(await files.has(contentHash))) return false
  return (await computeHash(files.stream(contentHash))) !== contentHash
}

/**
 * Finds which of these contents are named by a file (earlier versions, too), a prepared export or a mail,
 * and the size each should have.
 */
async function findNamed(transaction: Transaction, hashes: readonly string[]): Promise<Map<string, number>> {
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
  oldHashes: readonly string[],
  before: Date,
): Promise<number> {
  if (oldHashes.length === 0) return 0
  await transaction.query(`select pg_advisory_xact_lock(hashtext('file contents'))`)
  const sizesByHash = await findNamed(transaction, oldHashes)
  let removed = 0
  for (const contentHash of oldHashes) {
    if (!sizesByHash.has(contentHash) && (await files.removeOlder(contentHash, before))) removed += 1
  }
  return removed
}
