import { sendPortalMessage } from '#core/correspondence/messages/server/index.ts'
import { runAsPerson, type WorkerContext } from '#core/people/people/server/index.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { notify } from '#kernel/server/events.ts'
import type { Format } from '../model/calls.ts'
import type { ExportSpec } from './sources.ts'

/** The channels that notify browsers and the processes that create files. */
export const EXPORTS_CHANNEL = 'rooftree_exports'
const TOPIC = 'exports'

/** A process that creates a file and has not reported for this long is considered dead. */
const LEASE_SECONDS = 30
/** The number of attempts to create a file: a second one after a crash, but no more. */
const MAX_ATTEMPTS = 2
const STOPPED_TWICE = 'The server stopped twice while creating this file. Please export it again.'

/** A claimed export; `lease` identifies the process that creates it. */
export type ExportJob = ExportSpec & {
  exportJobId: number
  userId: number
  title: string
  format: Format
  askedFrom: string
  lease: string
}

const refreshScreens = (transaction: Transaction, userId: number) =>
  notify({ transaction }, { userId, topic: TOPIC })

/**
 * Notifies the screens that show the person's exports; with `begin`, also the processes that create files.
 */
export async function notifyExports(transaction: Transaction, userId: number, begin = false): Promise<void> {
  await refreshScreens(transaction, userId)
  if (begin) await transaction.query(`select pg_notify('${EXPORTS_CHANNEL}', '')`)
}

/**
 * Claims the next export under `lease`, that of the person with the fewest in progress; undefined if there is
 * none.
 */
export async function claimExport(transaction: Transaction, lease: string): Promise<ExportJob | undefined> {
  const { rows } = await transaction.query<ExportJob>(
    `with next as (select j.export_job_id from export_job j
        where j.state = 'Waiting' or (j.state = 'Running' and j.lease_until < clock_timestamp() and j.attempts < ${MAX_ATTEMPTS})
        order by (select count(*) from export_job r where r.user_id = j.user_id and r.state = 'Running'), j.export_job_id
        limit 1 for update of j skip locked)
      update export_job j set state = 'Running', lease = $1, lease_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds',
        attempts = attempts + 1, rows_done = 0, started_at = clock_timestamp()
      from next where j.export_job_id = next.export_job_id
      returning j.export_job_id as "exportJobId", user_id as "userId", title, call_path as "callPath", asked, columns, format,
        asked_from as "askedFrom", lease`,
    [lease],
  )
  if (rows[0]) await refreshScreens(transaction, rows[0].userId)
  return rows[0]
}

/** Fails exports whose last attempt has gone silent, so that none stays in progress forever. */
export async function failAbandoned(desk: WorkerContext): Promise<void> {
  const { rows } = await desk.transaction.query<EndedExport>(
    `update export_job set state = 'Failed', lease = null, lease_until = null, reason = $1, ended_at = $2
      where state = 'Running' and lease_until < clock_timestamp() and attempts >= ${MAX_ATTEMPTS} returning ${endedColumns}`,
    [STOPPED_TWICE, desk.services.now().toISOString()],
  )
  for (const row of rows) await messagePerson(desk, row)
}

/** Reports the progress of an export and renews its lease; false if it was canceled or taken over. */
export async function reportProgress(
  transaction: Transaction,
  { exportJobId, lease }: ExportJob,
  progress: Progress,
) {
  const { rows } = await transaction.query<{ userId: number; moved: boolean }>(
    `update export_job j set lease_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds', rows_done = $3, rows_expected = $4
      from export_job b where b.export_job_id = j.export_job_id and j.export_job_id = $1 and j.lease = $2
      returning j.user_id as "userId", b.rows_done <> j.rows_done as moved`,
    [exportJobId, lease, progress.done, progress.expected],
  )
  if (rows[0]?.moved) await refreshScreens(transaction, rows[0].userId)
  return rows.length === 1
}
/** The number of rows that an export has written, and the expected number if it is known. */
export type Progress = { done: number; expected: number | null }

type EndedExport = Pick<ExportJob, 'exportJobId' | 'userId' | 'title' | 'format' | 'askedFrom'> & {
  reason: string | null
}
const endedColumns = `export_job_id as "exportJobId", user_id as "userId", title, format, asked_from as "askedFrom", reason`

/** A finished file. `rights` is what its person was allowed when its rows were read. */
export type CreatedFile = {
  fileName: string
  contentHash: string
  size: number
  rows: number
  rights: unknown
}

/**
 * Marks the export as ready and messages its person, unless it was canceled or taken over in the meantime.
 */
export async function finishExport(
  desk: WorkerContext,
  { exportJobId, lease }: ExportJob,
  created: CreatedFile,
): Promise<void> {
  const { rows } = await desk.transaction.query<EndedExport>(
    `update export_job set state = 'Ready', lease = null, lease_until = null, file_name = $3, content_hash = $4, size_bytes = $5,
        rows_done = $6, rows_expected = $6, ended_at = $7, rights = $8
      where export_job_id = $1 and lease = $2 returning ${endedColumns}`,
    [
      ...[exportJobId, lease, created.fileName, created.contentHash, created.size, created.rows],
      ...[desk.services.now().toISOString(), created.rights],
    ],
  )
  for (const row of rows) await messagePerson(desk, row)
}

/** Marks the export as failed, with the reason. */
export async function failExport(
  desk: WorkerContext,
  { exportJobId, lease }: ExportJob,
  reason: string,
): Promise<void> {
  const { rows } = await desk.transaction.query<EndedExport>(
    `update export_job set state = 'Failed', lease = null, lease_until = null, reason = left($3, 300), ended_at = $4
      where export_job_id = $1 and lease = $2 returning ${endedColumns}`,
    [exportJobId, lease, reason, desk.services.now().toISOString()],
  )
  for (const row of rows) await messagePerson(desk, row)
}

/**
 * Returns an unfinished export to the queue: after an orderly stop, which does not count as an attempt, or a
 * lost connection.
 */
export async function returnToQueue(
  { transaction }: WorkerContext,
  { exportJobId, lease }: ExportJob,
  inOrder: boolean,
) {
  await transaction.query(
    `update export_job set state = 'Waiting', lease = null, lease_until = null, attempts = attempts - $3
      where export_job_id = $1 and lease = $2 and (attempts < ${MAX_ATTEMPTS} or $3 = 1)`,
    [exportJobId, lease, inOrder ? 1 : 0],
  )
}

/** Sends the person a message and refreshes their screens. */
async function messagePerson(
  desk: WorkerContext,
  { userId, title, format, reason, askedFrom }: EndedExport,
): Promise<void> {
  await refreshScreens(desk.transaction, userId)
  const message = reason
    ? `${title}: the ${format} file could not be prepared. ${reason}`
    : `${title}: the ${format} file you asked for is ready.`
  const url = reason ? askedFrom : '/Exports'
  await runAsPerson(desk, userId, { kind: 'signedIn' }, (context) =>
    sendPortalMessage(context, { taskName: 'Prepared file', message, url, propertyId: null }),
  )
}
