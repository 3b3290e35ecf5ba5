import { type RawBuilder, sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { insertRow, lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { literals } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { EntryStatus, WatchList, WatchListHistory } from '../model/entities.ts'
import { getLatestFigure, getTriggers } from '../model/figures.ts'
import { loadThresholds, loadWatchListFigures } from './figures.ts'
import { getFiguresDay, getFirstDay, getMonth, isOfMonth, loadWatchLines, type Month } from './lines.ts'
import { closeMonth, copyPriorEntries, refuseClosedMonth, reopenMonth } from './months.ts'
import { createEntryModel, loadProposals } from './proposals.ts'

export { getFinancialWatchSql } from './financialWatch.ts'

type Entry = Row<typeof WatchList>
const status = literals(EntryStatus)
const PRESENTATION_FIXED = 'What was presented stays as it was. Log the report again instead.'
const isOfType = (id: number | null | undefined): RawBuilder<boolean> =>
  id ? sql`w.watch_list_type_id = ${id}` : sql`true`

/** Refuses a month that has not begun (400). */
function refuseFutureMonth(month: Month, today: string): void {
  if (getFirstDay(month) > today) refuse.invalid([{ field: 'month', message: 'Month: It has not begun.' }])
}

/**
 * Checks for entries: a new entry gets the figures of the day, and entries of closed months cannot be
 * changed.
 */
const hooks: CrudHooks<typeof WatchList> = {
  before: async (context, values, existing) => {
    if (existing) return checkChange(context, values, existing)
    const { settings, actor } = context
    const today = settings.today()
    const payload = values as Partial<Month>
    const present = getMonth(today)
    const month = { year: payload.year ?? present.year, month: payload.month ?? present.month }
    refuseFutureMonth(month, today)
    await refuseClosedMonth(context, month)
    const propertyId = Number(values.propertyId ?? 0)
    const result = await sql`select from property where property_id = ${propertyId}`.execute(context.db)
    if (result.rows.length === 0) refuse.notFound('This property')
    const twice =
      await sql`select from watch_list w where ${isOfMonth(month)} and w.property_id = ${propertyId}`.execute(
        context.db,
      )
    if (twice.rows.length > 0) refuse.rule('This property is on the list of that month already.')
    const figures =
      (
        await loadWatchListFigures(context, sql`p.property_id = ${propertyId}`, getFiguresDay(month, today))
      ).get(propertyId) ?? []
    const triggers = getTriggers(figures, await loadThresholds(settings))
    return {
      entryDate: today,
      ...values,
      ...month,
      createdById: actor.userId,
      figures: JSON.stringify(figures),
      triggers: JSON.stringify(triggers),
    }
  },
  beforeRemove: async (context, present) => {
    const { year, month, version } = present
    await refuseClosedMonth(context, { year, month })
    if (version > 1) refuse.rule('An entry that was worked on stays. Remove it with a reason instead.')
  },
}

/**
 * Refuses to change an entry of a closed month, a removed one, or the property and month of one. Returns the
 * values.
 */
async function checkChange(context: AnyContext, values: Values, present: Entry): Promise<Values> {
  for (const name of ['propertyId', 'year', 'month'] as const)
    if (values[name] !== undefined && values[name] !== present[name])
      refuse.invalid([{ field: name, message: 'An entry stays with its property and month.' }])
  await refuseClosedMonth(context, present)
  if (present.statusId === EntryStatus.REMOVED) refuse.conflict('This entry was removed.')
  return values
}

async function removeEntry(
  context: AnyContext,
  id: number,
  reason: string,
  version: number | null | undefined,
) {
  const removalReason =
    reason.trim() || refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
  const row = await lockRow(context, WatchList, id)
  await refuseStaleVersion(context, WatchList, id, version, row.version)
  await checkChange(context, {}, row)
  const set = {
    statusId: EntryStatus.REMOVED,
    removedOn: context.settings.today(),
    removalReason,
    removedById: context.actor.userId,
  }
  return await updateRow(context, WatchList, id, set)
}

/** Loads the report of a month with its totals, and the entries of the prior eleven months if requested. */
async function loadReport(
  context: AnyContext,
  {
    year,
    month,
    reportType,
    includeHistory,
  }: Month & { reportType?: number | null | undefined; includeHistory?: boolean | undefined },
): Promise<calls.WatchReport> {
  const rows = await loadWatchLines(
    context,
    sql`${isOfMonth({ year, month })} and w.status_id = ${status.ACTIVE} and ${isOfType(reportType)}`,
  )
  const index = year * 12 + month
  const earlier = includeHistory
    ? await loadWatchLines(
        context,
        sql`w.year * 12 + w.month between ${index - 11} and ${index - 1} and ${isOfType(reportType)}`,
      )
    : []
  const result = await sql<{
    closedAt: string | null
  }>`select closed_at from watch_list_month where year = ${year} and month = ${month}`.execute(context.db)
  const totals = {
    entries: rows.length,
    loans: sumMoney(rows.map((row) => getLatestFigure(row.figures, 'loans')?.value ?? 0)),
    missingComments: rows.filter(({ comment }) => !comment?.trim()).length,
  }
  return { year, month, closedAt: result.rows[0]?.closedAt ?? null, rows, earlier, totals }
}

/** Loads an entry with the entries of earlier months and its history. */
async function loadView(context: AnyContext, id: number): Promise<calls.WatchView> {
  const [line] = await loadWatchLines(context, sql`w.watch_list_id = ${id}`)
  if (!line) return refuse.notFound('This entry of the watch list')
  const earlier = await loadWatchLines(
    context,
    sql`w.property_id = ${line.propertyId} and w.year * 12 + w.month < ${line.year * 12 + line.month}`,
  )
  const result = await sql`select from watch_list_month where year = ${line.year} and month = ${line.month}
      and closed_at is not null`.execute(context.db)
  const history = await loadHistory(
    context,
    'WatchList',
    id,
    [{ table: 'watch_list', ids: [id] }],
    ['figures', 'triggers'],
  )
  return { ...line, earlier, closed: result.rows.length > 0, history }
}

/** Returns a handler that loads the active codes of a list, in the order of their ids. */
const serveActiveCodes =
  (table: string) =>
  async ({ db }: AnyContext) =>
    (await sql`select * from ${sql.table(table)} where active order by 1`.execute(db)).rows as never

/** The handlers of the watch list's calls, all for the agency only. */
export const served: Served[] = [
  ...serveController(calls.watchListEntries, hooks),
  ...serveController(calls.presentations, {
    before: async () => refuse.rule(PRESENTATION_FIXED),
    beforeRemove: async () => refuse.rule(PRESENTATION_FIXED),
  }),
  ...[calls.watchTypes, calls.programTypes, calls.responsibilityTypes, calls.weaknessTypes].flatMap((item) =>
    serveController(item as never),
  ),
  serve(calls.getTypes, serveActiveCodes('watch_list_type')),
  serve(calls.getProgramTypes, serveActiveCodes('watch_list_program_type')),
  serve(calls.getResponsibilityTypes, serveActiveCodes('watch_list_responsibility_type')),
  serve(calls.getWeaknessTypes, serveActiveCodes('watch_list_weakness_type')),
  serve(calls.getWatchListList, (context) =>
    loadWatchLines(context, sql`${isOfMonth(context.query)} and ${isOfType(context.query.watchlistTypeId)}`),
  ),
  serve(calls.getWatchListReport, (context) => loadReport(context, context.query)),
  serve(calls.logReport, async (context) => {
    const { year, month, reportType, includeHistory = false, presentedOn, note = null } = context.body
    const report = await loadReport(context, { year, month, reportType, includeHistory })
    const content = [...report.rows, ...report.earlier]
    if (report.rows.length === 0)
      refuse.rule('The list of this month is empty, so there is no report to present.')
    return await insertRow(context, WatchListHistory, {
      year,
      month,
      reportType: reportType ?? 0,
      includeHistory,
      presentedOn,
      note,
      entries: report.rows.length,
      content: JSON.stringify(content),
      loggedById: context.actor.userId,
    })
  }),
  serve(calls.getWatchListViewModel, (context) => loadView(context, context.params.id)),
  serve(calls.createNewModel, (context) => createEntryModel(context, context.params.propertyId)),
  serve(calls.getWatchlistHistory, (context) =>
    loadWatchLines(context, sql`w.property_id = ${context.params.propertyId}`),
  ),
  serve(calls.getProposals, (context) => loadProposals(context, context.query)),
  serve(calls.putOffProposal, async (context) => {
    const { propertyId, year, month, reason } = context.body
    const text = reason.trim() || refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
    await refuseClosedMonth(context, { year, month })
    const proposed = (await loadProposals(context, { year, month })).find(
      (proposal) => proposal.propertyId === propertyId,
    )
    if (!proposed) return refuse.rule('No rule proposes this property for that month.')
    if (proposed.required)
      refuse.rule('Three months below the occupancy threshold are required: add the property.')
    await sql`insert into watch_list_put_off (property_id, year, month, reason, put_off_by_id)
      values (${propertyId}, ${year}, ${month}, ${text}, ${context.actor.userId})
      on conflict (property_id, year, month) do update set reason = excluded.reason,
      put_off_by_id = excluded.put_off_by_id`.execute(context.db)
    return true
  }),
  serve(calls.copyPriorMonth, async (context) => {
    refuseFutureMonth(context.body, context.settings.today())
    await refuseClosedMonth(context, context.body)
    return copyPriorEntries(context.db, context.body, context.settings.today())
  }),
  serve(calls.removeEntry, (context) =>
    removeEntry(context, context.params.id, context.body.reason, context.body.version),
  ),
  serve(calls.getMonth, async ({ db, query, settings }) => {
    const result = await sql<{
      closedAt: string | null
      closedByName: string | null
    }>`select m.closed_at, trim(u.first_name || ' ' || u.last_name) as closed_by_name
      from watch_list_month m left join app_user u on u.user_id = m.closed_by_id where m.year = ${query.year}
      and m.month = ${query.month}`.execute(db)
    return { ...(result.rows[0] ?? { closedAt: null, closedByName: null }), today: settings.today() }
  }),
  serve(calls.closeMonth, (context) => closeMonth(context, context.body)),
  serve(calls.reopenMonth, (context) => reopenMonth(context, context.body, context.body.reason)),
]
