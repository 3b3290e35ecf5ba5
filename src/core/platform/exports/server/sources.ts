import { z } from 'zod'
import { mayCall } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { LongAnswer } from '#kernel/server/longLists.ts'
import { slot } from '#kernel/server/module.ts'
import { narrow } from '#kernel/server/narrow.ts'
import type { AnyContext, Context, Served } from '#kernel/server/serve.ts'
import { shape } from '#kernel/server/shape.ts'
import type { ExportColumn } from '../model/calls.ts'
import type { ExportPlan, ExportRow } from '../model/file.ts'

/** A call with its own layout of files: columns, and lines above and below the rows. */
export type ExportPlanner = {
  call: Call
  /** Whether its rows must not be stored, so that they can only be downloaded directly from the screen. */
  restricted: boolean
  plan: (context: AnyContext, query: object) => Promise<ExportPlan>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Long lists with their own layout of files, such as reports. Paged lists need none. */
    exportPlans?: readonly ExportPlanner[]
  }
}

const getServed = slot('served')
const getPlanners = slot('exportPlans')

/** What to export: the path of the call, its parameters, and the columns of a list. */
export type ExportSpec = {
  callPath: string
  asked: Readonly<Record<string, string | number | boolean>>
  columns: readonly ExportColumn[]
}

/** A call whose rows may be exported. */
export type ExportSource = { served: Served; planner: ExportPlanner | undefined; row: z.ZodRawShape }

/** Batch sizes: large enough for few queries, small enough for little memory. */
const [BATCH, PAGE] = [1000, 5000]

/** The row of a call that returns a list in pages; undefined for any other call. */
function getPageRow({ method, query, answer, params }: Call): z.ZodRawShape | undefined {
  const rows = answer instanceof z.ZodObject ? answer.shape.rows : undefined
  const paged = query instanceof z.ZodObject && 'startRow' in query.shape && 'fetchCount' in query.shape
  if (method !== 'GET' || params || !paged || !(rows instanceof z.ZodArray)) return undefined
  return rows.element instanceof z.ZodObject ? rows.element.shape : undefined
}

/** Finds the list or report with this path. Refuses calls that cannot be exported. */
export function findExportSource(path: string): ExportSource {
  const callPath = path.toLowerCase()
  const planner = getPlanners().find(({ call }) => call.path.toLowerCase() === callPath)
  const servedCall = getServed().find(({ call }) =>
    planner ? call === planner.call : call.path.toLowerCase() === callPath && getPageRow(call),
  )
  if (!servedCall) refuse.invalid([{ field: 'callPath', message: 'This list or report cannot be exported.' }])
  return { served: servedCall as Served, planner, row: getPageRow((servedCall as Served).call) ?? {} }
}

/** Checks and converts the parameters as the call itself does, and refuses invalid ones by name. */
export const checkParameters = ({ served: { call } }: ExportSource, query: object) =>
  shape(call, { params: {}, query: call.query ? query : {}, body: call.body ? query : undefined }, null)

/** Returns the columns of a list's file, and refuses columns that its rows do not have. */
export function getExportColumns(
  { planner, row }: ExportSource,
  { columns }: ExportSpec,
): ExportPlan['columns'] {
  if (planner) return []
  const unknownColumn = columns.find(({ name }) => !(name in row))
  if (columns.length === 0 || unknownColumn)
    refuse.invalid([
      { field: 'columns', message: `Columns: the list has no ${unknownColumn?.name ?? 'such columns'}.` },
    ])
  return columns.map(({ name, label, kind, prefix }) => ({
    name,
    label,
    meta: { kind, prefix },
    wide: kind === 'text',
  }))
}

/**
 * Returns the context with the scope of the call. Refuses with 403 if the person may not make the call at
 * all.
 */
export async function checkAccess(
  context: AnyContext,
  { served: { call } }: ExportSource,
): Promise<AnyContext> {
  const { access } = call
  const narrowed = access.kind === 'permission' ? await narrow(context, access.key, false) : context
  if (mayCall(narrowed.actor, access) !== 'yes') refuse.forbidden()
  return narrowed
}

type ExportRows = { plan: ExportPlan; batches: AsyncIterable<readonly ExportRow[]> }

/** Loads the rows to export in batches, as the person of the context may read them. */
export async function loadExportRows(
  context: AnyContext,
  source: ExportSource,
  exportRequest: ExportSpec,
): Promise<ExportRows> {
  const checked = checkParameters(source, exportRequest.asked)
  const query = { ...context, ...checked } as Context
  if (!source.planner) return loadPages(query, source, getExportColumns(source, exportRequest))
  const plan = await source.planner.plan(context, exportRequest.asked)
  return { plan, batches: readBatches(context.transaction, await source.served.handle(query)) }
}

type Page = { rows: readonly ExportRow[]; total: number }

/**
 * Loads the pages of a list, each with its own query. The transaction sees all pages as of the same moment.
 */
async function loadPages(
  context: Context,
  { served: { handle } }: ExportSource,
  columns: ExportPlan['columns'],
): Promise<ExportRows> {
  const loadPage = async (startRow: number) =>
    (await handle({
      ...context,
      query: { ...(context.query as object), startRow, fetchCount: PAGE },
    } as Context)) as Page
  const first = await loadPage(0)
  async function* batches() {
    let offset = 0
    for (let { rows } = first; rows.length > 0; rows = (await loadPage(offset)).rows) {
      yield rows
      offset += rows.length
      if (offset >= first.total) return
    }
  }
  return { plan: { columns, total: first.total, above: [], below: [] }, batches: batches() }
}

/** Yields the answer of a handler for a long list, read from the database in batches while it is written. */
async function* readBatches(transaction: Transaction, answer: unknown): AsyncGenerator<readonly ExportRow[]> {
  if (!(answer instanceof LongAnswer)) return yield answer as readonly ExportRow[]
  const { statement, row } = answer.source
  await transaction.client.query(`declare exported no scroll cursor for ${statement.text}`, [
    ...statement.values,
  ])
  for (;;) {
    const rows = await transaction.named({
      text: `fetch ${BATCH} from exported`,
      values: [],
      oneOfMany: true,
    })
    if (rows.length > 0) yield rows.map(row) as ExportRow[]
    if (rows.length < BATCH) return
  }
}
