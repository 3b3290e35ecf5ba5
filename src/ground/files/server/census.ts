import { sql } from 'kysely'
import type { Transaction } from '#kernel/server/database.ts'
import type { FileStore, StoredContent } from '#kernel/server/files.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'

/** The hour of the night at which the store is counted. */
const HOUR = 2
/** A content that no file names stays this long: what it was received for may still be under way. */
const GRACE_HOURS = 24
/** The most contents taken away in one night. */
const MOST_REMOVED = 1000
const BATCH = 1000

type Count = { contents: number; bytes: number; unreferenced: number; unreferencedBytes: number }

/**
 * Counts what the store holds, and takes away what no file names any more: never what was received within a day, and
 * never while a file is being added. A file that is added at this moment holds the shared side of the lock from before
 * it looks for its content until its row is there; so either it finds the content gone and is refused, or its row is
 * seen here and the content stays.
 */
export const fileCensus: Job = {
  name: 'file store',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, { files, now }) => {
    const before = new Date(now().getTime() - GRACE_HOURS * 3_600_000)
    const { count, old } = await countContents(transaction, files, before)
    const removed = await removeUnreferenced(transaction, files, old, before)
    await files.removeUnfinished(before)
    await sql`insert into file_census (contents, bytes, unreferenced, unreferenced_bytes, removed)
      values (${count.contents}, ${count.bytes}, ${count.unreferenced}, ${count.unreferencedBytes}, ${removed})`.execute(
      transaction.db,
    )
  },
}

async function countContents(transaction: Transaction, files: FileStore, before: Date) {
  const count: Count = { contents: 0, bytes: 0, unreferenced: 0, unreferencedBytes: 0 }
  const old: string[] = []
  const take = async (batch: readonly StoredContent[]) => {
    const named = await namedAmong(
      transaction,
      batch.map((one) => one.contentHash),
    )
    for (const { contentHash, size, storedAt } of batch) {
      count.contents += 1
      count.bytes += size
      if (named.has(contentHash)) continue
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

/** Which of these contents a file names, earlier versions among them. */
async function namedAmong(transaction: Transaction, hashes: readonly string[]): Promise<Set<string>> {
  const found = await transaction.query<{ hash: string }>(
    'select distinct content_hash as hash from file where content_hash = any ($1)',
    [hashes],
  )
  return new Set(found.rows.map((one) => one.hash))
}

async function removeUnreferenced(
  transaction: Transaction,
  files: FileStore,
  old: readonly string[],
  before: Date,
): Promise<number> {
  if (old.length === 0) return 0
  await transaction.query(`select pg_advisory_xact_lock(hashtext('file contents'))`)
  const named = await namedAmong(transaction, old)
  let removed = 0
  for (const contentHash of old) {
    if (!named.has(contentHash) && (await files.removeOlder(contentHash, before))) removed += 1
  }
  return removed
}
