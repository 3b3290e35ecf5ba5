import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { momentAfter } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { exportSettings } from '../model/settings.ts'
import { notifyExports } from './jobs.ts'
import {
  checkAccess,
  checkParameters,
  type ExportSpec,
  findExportSource,
  getExportColumns,
} from './sources.ts'

export { ExportRunner } from './runner.ts'
export type { ExportPlanner } from './sources.ts'

type ExportRequest = ExportSpec & { title: string; format: string; askedFrom: string }

/**
 * Checks a request and queues its export. Refuses immediately if rights, columns or parameters are wrong,
 * or if the person has too many exports in progress.
 */
async function queueExport(context: AnyContext, exportRequest: ExportRequest): Promise<number> {
  const source = findExportSource(exportRequest.callPath)
  await checkAccess(context, source)
  checkParameters(source, exportRequest.asked)
  getExportColumns(source, exportRequest)
  if (source.planner?.restricted)
    refuse.rule(
      'Its rows contain data about households or residents, so no file is stored on the server. Download it directly.',
    )
  if (!/^\/(?![/\\])/.test(exportRequest.askedFrom))
    refuse.invalid([{ field: 'askedFrom', message: 'Requested on: choose a page of this portal.' }])
  const { transaction, actor, settings } = context
  // Concurrent requests of a person are counted one after another.
  await transaction.query(`select pg_advisory_xact_lock(hashtext('export_job'), $1)`, [actor.userId])
  const maximum = await settings.get(exportSettings.perPerson)
  const { rows } = await transaction.query<{ open: number }>(
    `select count(*)::integer as open from export_job where user_id = $1 and state in ('Waiting', 'Running')`,
    [actor.userId],
  )
  if (rows[0]!.open >= maximum)
    refuse.rule(
      `${plural(maximum, 'file of yours is', 'files of yours are')} being prepared already. Wait until one is ready, or cancel it.`,
    )
  const { callPath, title, format, askedFrom } = exportRequest
  const result = await transaction.query<{ id: number }>(
    `insert into export_job (user_id, title, call_path, asked, columns, format, asked_from, asked_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning export_job_id as id`,
    [
      ...[
        actor.userId,
        title,
        callPath,
        JSON.stringify(exportRequest.asked),
        JSON.stringify(exportRequest.columns),
      ],
      ...[format, askedFrom, context.services.now().toISOString()],
    ],
  )
  await notifyExports(transaction, actor.userId, true)
  return result.rows[0]!.id
}

type StoredLine = Omit<calls.ExportLine, 'deletedAt'>

async function loadOwnExports({ db, actor, settings }: AnyContext): Promise<calls.ExportLine[]> {
  const days = await settings.get(exportSettings.days)
  const { rows } =
    await sql<StoredLine>`select export_job_id, title, format, call_path, asked_from, state, rows_done,
      rows_expected,
      size_bytes::float8 as size_bytes, file_name, reason, asked_at, ended_at
    from export_job where user_id = ${actor.userId} order by export_job_id desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    deletedAt: row.state === 'Ready' && row.endedAt ? momentAfter(row.endedAt, days) : null,
  }))
}

/** Loads the caller's own export, and answers 404 for those of others. */
async function loadOwnExport({ transaction, actor }: AnyContext, exportJobId: number) {
  const { rows } = await transaction.query<{
    callPath: string
    state: calls.ExportState
    contentHash: string | null
  }>(
    `select call_path as "callPath", state, content_hash as "contentHash" from export_job where export_job_id = $1 and user_id = $2`,
    [exportJobId, actor.userId],
  )
  return rows[0] ?? refuse.notFound('This file')
}

/**
 * Cancels an export. The process creating it notices within a second that its lease is gone, and ends its
 * query.
 */
async function cancelExport(context: AnyContext, exportJobId: number): Promise<boolean> {
  await loadOwnExport(context, exportJobId)
  const { rowCount } = await context.transaction.query(
    `update export_job set state = 'Canceled', lease = null, lease_until = null, ended_at = $2
      where export_job_id = $1 and state in ('Waiting', 'Running')`,
    [exportJobId, context.services.now().toISOString()],
  )
  if (rowCount === 0) refuse.conflict('This file is no longer being prepared.')
  await notifyExports(context.transaction, context.actor.userId)
  return true
}

async function deleteExport(context: AnyContext, exportJobId: number): Promise<boolean> {
  await loadOwnExport(context, exportJobId)
  await context.transaction.query('delete from export_job where export_job_id = $1', [exportJobId])
  await notifyExports(context.transaction, context.actor.userId)
  return true
}

/**
 * Refuses a file if its person has lost any right with which it was made, because it may contain data they
 * may no longer read.
 */
async function refuseWithoutRights({ transaction }: AnyContext, exportJobId: number): Promise<void> {
  const { rows } = await transaction.query<{ holds: boolean }>(
    'select kernel.holds_rights(rights) as holds from export_job where export_job_id = $1',
    [exportJobId],
  )
  if (!rows[0]?.holds)
    refuse.forbidden('Your rights have changed since this file was prepared. Export it again.')
}

/**
 * Loads the content of a file, if the caller may still read its list or report and has all rights with
 * which it was made.
 */
async function loadContent(context: AnyContext, exportJobId: number): Promise<Readable> {
  const { callPath, contentHash } = await loadOwnExport(context, exportJobId)
  if (!contentHash) return refuse.notFound('This file')
  await checkAccess(context, findExportSource(callPath))
  await refuseWithoutRights(context, exportJobId)
  const { files } = context.services
  return (await files.has(contentHash))
    ? files.stream(contentHash)
    : refuse.notFound('The content of this file')
}

/** The calls of the exports module. Row-level security shows each person only their own exports. */
export const served: Served[] = [
  serve(calls.beginExport, (context) => queueExport(context, context.body)),
  serve(calls.getMyExports, (context) => loadOwnExports(context)),
  serve(calls.getExportLimits, async ({ settings }) => ({
    atOnceRows: await settings.get(exportSettings.atOnceRows),
    days: await settings.get(exportSettings.days),
  })),
  serve(calls.cancelExport, (context) => cancelExport(context, context.params.exportJobId)),
  serve(calls.deleteExport, (context) => deleteExport(context, context.params.exportJobId)),
  serve(calls.downloadExport, (context) => loadContent(context, context.params.exportJobId)),
]
