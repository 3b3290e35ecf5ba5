import { sql } from 'kysely'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import {
  type ChangedLine,
  createImportOptions,
  type ImportedFile,
  type ImportTarget,
  saveFigures,
  undoImport,
} from '#engines/worksheet/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { TCAP, TCAPAmount } from '../model/entities.ts'
import { getSheetCharts, isBalance } from '../model/month.ts'
import { months as declared, type MonthDetail, type MonthRow } from '../model/months.ts'
import { getMonthStart, monthName } from '../model/periods.ts'
import { computeQuarterlyProgramTotals } from '../model/totals.ts'
import { loadQuarterlyProgramInputs } from './inputs.ts'
import { openQuarter, refuseUnderReview, updateQuarter } from './quarterUpdates.ts'
import { isInProgramSql, isQuarterOfMonthSql, monthLabel } from './sql.ts'

/**
 * Returns the first values of a new month. Refuses one outside the program, or one that was begun already.
 */
async function beginMonth(context: AnyContext, propertyId: number, periodDate: string) {
  const month = sql`${periodDate}::date`
  const result = await sql<{ units: number; known: number | null }>`
    select p.total_units as units, t.tcap_id as known from property p
    join tcap_program g on g.property_id = p.property_id and ${isInProgramSql(month)}
    left join tcap t on t.property_id = p.property_id and t.period_date = ${month}
    where p.property_id = ${propertyId}`.execute(context.db)
  const row = result.rows[0] ?? refuse.rule(`The property is not in the program in ${monthName(periodDate)}.`)
  if (row.known !== null)
    refuse.rule(
      `${monthName(periodDate)} of this property is ${declared.numberOf(row.known)} already.`,
      [],
      buildRecordLink(declared, { propertyId, periodDate, tcapId: row.known }),
    )
  return { periodDate, units: row.units }
}

/** Returns a month in the shape that imports of figures need. */
const getImportRecord = (row: MonthRow): ImportTarget => ({
  ...row,
  id: row.tcapId,
  history: declared.flow.entity,
})

/** Stores figures of both sheets, and the totals that lists and quarters read. Runs three SQL statements. */
export async function saveLines(
  context: AnyContext,
  row: MonthRow,
  sentLines: readonly ChangedLine[],
  imported?: ImportedFile,
): Promise<void> {
  const { accounts, balance, income } = await loadQuarterlyProgramInputs(context, row)
  const saved = await saveFigures(context, TCAPAmount, {
    record: { id: row.tcapId, propertyId: row.propertyId },
    chart: buildChart(accounts),
    storedLines: [...balance, ...income],
    changedLines: sentLines,
    columns: ['amount'],
    ...(imported && createImportOptions(context, TCAPAmount, getImportRecord(row), imported)),
  })
  await storeTotals(context, row, accounts, saved)
}

/** Undoes the last import and updates the totals. */
export async function unimport(context: AnyContext, row: MonthRow): Promise<void> {
  const { accounts, balance, income } = await loadQuarterlyProgramInputs(context, row)
  const { lines } = await undoImport(context, TCAPAmount, getImportRecord(row), [...balance, ...income])
  await storeTotals(context, row, accounts, lines)
}

/** Stores the totals that lists and quarters read. */
async function storeTotals(
  { db }: AnyContext,
  { tcapId }: MonthRow,
  accounts: Account[],
  saved: MonthDetail['income'],
): Promise<void> {
  const charts = getSheetCharts({ accounts })
  const balanceCodes = new Set(accounts.filter(isBalance).map((account) => account.code))
  const filterLines = (isOn: boolean) => saved.filter((line) => balanceCodes.has(line.code) === isOn)
  const totals =
    saved.length === 0
      ? null
      : JSON.stringify(
          computeQuarterlyProgramTotals(
            createColumnReader(charts.income, filterLines(false)),
            createColumnReader(charts.balance, filterLines(true)),
          ),
        )
  await sql`update tcap set totals = ${totals}::jsonb where tcap_id = ${tcapId} and totals is distinct
    from ${totals}::jsonb`.execute(db)
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<MonthRow, 'propertyId'>) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.TCAP, propertyId })

/** After every step, updates the status of the quarter from its months, and its task. */
const updateAfterStep = {
  after: async (context: AnyContext, row: MonthRow, reason: string | null) => {
    await updateQuarter(context, row, reason)
    await refreshTasks(context, row)
  },
}

/** The server side of months. */
export const months = serveReview(declared, {
  detail: async (context, row) => {
    const inputs = await loadQuarterlyProgramInputs(context, row)
    // Once the quarter is under review, its month shows the quarter's status.
    const showsQuarterStatus =
      row.statusId === RequestStatus.SUBMITTED && inputs.quarterStatusId >= RequestStatus.UNDER_REVIEW
    return { ...inputs, ...(showsQuarterStatus && { statusLabel: inputs.quarterLabel }) }
  },
  line: {
    select: sql`r.period_date, extract(year from r.period_date)::integer as year, extract(quarter
      from r.period_date)::integer as quarter,
      r.units, r.vacant_units, r.totals,
      ${monthLabel(sql`r.status_id`, sql`r.submitted`, sql`q.status_id`)} as status_label`,
    joins: sql`left join tcap_quarter q on ${isQuarterOfMonthSql(sql`r.property_id`, sql`r.period_date`)}`,
  },
  begin: (context, { propertyId }, values) => {
    const { periodDate } = values as { periodDate?: string | null }
    return beginMonth(context, propertyId ?? 0, getMonthStart(periodDate ?? context.settings.today()))
  },
  saved: async (context, row, { balance = [], income = [] }) => {
    await saveLines(context, row, [...balance, ...income] as ChangedLine[])
    if (row.version > 1) return
    // The first save creates the quarter and updates the task. Later saves change nothing about that.
    await openQuarter(context, row)
    await refreshTasks(context, row)
  },
  needs: { recall: refuseUnderReview },
  steps: {
    submit: updateAfterStep,
    recall: updateAfterStep,
    return: updateAfterStep,
    adminChange: updateAfterStep,
  },
  toDo: sql`to_char(r.period_date, 'FMMonth YYYY')`,
})

/** Locks and returns a month that the caller may still edit; refuses otherwise (409). */
export async function lockEditable(context: AnyContext, tcapId: number): Promise<MonthRow> {
  const row = await lockRow(context, TCAP, tcapId)
  if (!canEdit(declared.flow, row, context.actor))
    refuse.conflict('This month has been submitted and can no longer be edited here.')
  return row
}

/** Returns the month of a day with its screen's data. An empty one if none was begun. */
export async function loadMonthOfDay(
  context: AnyContext,
  propertyId: number,
  day: string,
): Promise<MonthDetail> {
  const periodDate = getMonthStart(day)
  const existing = await context.db
    .selectFrom('tcap')
    .select('tcapId')
    .where('propertyId', '=', propertyId)
    .where('periodDate', '=', periodDate)
    .executeTakeFirst()
  if (existing) return months.detail(context, existing.tcapId)
  return months.empty(context, { propertyId, managementCompanyId: null }, { periodDate })
}
