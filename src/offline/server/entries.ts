import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** The row that an entry created or changed, and the version of the row after it. */
export type EntryRow = { entity: string; rowId: number; version: number | null }

/**
 * Processes an entry only the first time it arrives; a device sends it again when the answer was lost. The
 * key is stored in the same transaction as the work, so either both are committed or neither; a second sender
 * waits for the first. Returns whether the work was done now.
 */
export async function processOnce(
  { db, actor }: AnyContext,
  key: string,
  work: () => Promise<EntryRow | undefined>,
): Promise<boolean> {
  const result = await sql`insert into sent_entry (user_id, sent_key) values (${actor.userId}, ${key}::uuid)
    on conflict do nothing returning sent_key`.execute(db)
  if (result.rows.length === 0) return false
  const row = await work()
  if (row)
    await sql`update sent_entry set entity = ${row.entity}, row_id = ${row.rowId},
      row_version = ${row.version}::integer
      where user_id = ${actor.userId} and sent_key = ${key}::uuid`.execute(db)
  return true
}

/**
 * Loads the row that an earlier entry of the same person created or changed. Refuses (409) if that entry has
 * not arrived.
 */
export async function loadEntryRow({ db, actor }: AnyContext, key: string): Promise<EntryRow> {
  const result = await sql<{ entity: string; rowId: number | null; version: number | null }>`
    select entity, row_id, row_version as version from sent_entry where user_id = ${actor.userId}
    and sent_key = ${key}::uuid`.execute(db)
  const row = result.rows[0]
  if (!row || row.rowId === null)
    return refuse.conflict('An earlier entry that this one depends on has not arrived.')
  return { ...row, rowId: row.rowId }
}
