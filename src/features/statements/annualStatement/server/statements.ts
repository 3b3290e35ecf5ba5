import { sql } from 'kysely'
import { buildChart, type Chart } from '#core/money/chart/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { type StepNotes, serveReview } from '#engines/review/server/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import {
  type ChangedLine,
  createImportOptions,
  type ImportedFile,
  type ImportTarget,
  saveFigures,
  undoImport,
} from '#engines/worksheet/server/index.ts'
import { addDays, addMonths, getYearNumber, monthEnd } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type FiscalYear, fiscalYear, weekYearFrom, yearEndIn } from '#kernel/model/years.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AFS, AFSAmount } from '../model/entities.ts'
import { getAnnualStatementSchedule, getCarriedAccounts } from '../model/schedules/index.ts'
import { type Detail, statements as declared, type StatementRow } from '../model/statements.ts'
import { computeAnnualStatementTotals } from '../model/worksheet.ts'
import { takeBackCertifications } from './certifying.ts'
import { updateNonComplianceFinding } from './findings.ts'
import {
  loadAnnualStatementLetter,
  loadFollowerFaults,
  loadFurtherRecipients,
  runStepFollowers,
} from './following.ts'
import { loadAnnualStatementInputs } from './inputs.ts'
import { loadScheduleFacts } from './schedules/facts.ts'
import {
  getSentParts,
  matchStoredLines,
  replaceSentSchedules,
  restoreSchedules,
  type SentSchedules,
  saveSchedules,
} from './schedules/save.ts'
import { loadAnnualStatementSources } from './schedules/sources.ts'
import { storeVersion } from './versions.ts'

type PropertyYears = {
  fiscalYearEndMonth: number
  serviceDate: string | null
  ends: Readonly<Record<number, string>>
}

/** Returns the last fiscal year that has ended. */
function getLastEndedYear(today: string, endMonth: number): FiscalYear {
  const year = fiscalYear(getYearNumber(today))
  return today > yearEndIn(year, endMonth) ? year : fiscalYear(year - 1)
}

/**
 * Returns the period of a fiscal year. It begins the day after last year's statement ends, else it has
 * twelve months, or fewer in the year in which the property was placed in service. After a year of 52 or 53
 * weeks comes another one.
 */
function getPeriod(year: FiscalYear, { fiscalYearEndMonth, serviceDate, ends }: PropertyYears) {
  const periodEnd = yearEndIn(year, fiscalYearEndMonth)
  const first = addMonths(`${periodEnd.slice(0, 8)}01`, -11)
  const earlier = ends[year - 1]
  const follows = earlier ? addDays(earlier, 1) : null
  // If last year had 52 or 53 weeks, this one does too.
  const weeks = earlier && earlier !== monthEnd(earlier) && follows ? weekYearFrom(follows, periodEnd) : null
  if (weeks) return { periodStart: weeks.first, periodEnd: weeks.last }
  if (follows && follows <= periodEnd) return { periodStart: follows, periodEnd }
  const service = serviceDate ? `${serviceDate.slice(0, 8)}01` : first
  return { periodStart: service > first && service <= periodEnd ? service : first, periodEnd }
}

/**
 * Returns the first values of a new statement. Refuses if the property has one for the year, or the year
 * has not ended.
 */
async function beginStatement(context: AnyContext, propertyId: number, payload: { year?: number | null }) {
  const { db, settings } = context
  const result = await sql<
    PropertyYears & { known: Record<string, number> }
  >`select p.fiscal_year_end_month, p.service_date,
      coalesce((select jsonb_object_agg(b.year, b.period_end) from annual_statement b
      where b.property_id = p.property_id), '{}') as ends,
      coalesce((select jsonb_object_agg(b.year, b.afs_id) from annual_statement b
      where b.property_id = p.property_id), '{}') as known
    from property p where p.property_id = ${propertyId}`.execute(db)
  const property = result.rows[0] ?? refuse.notFound('This property')
  const year = payload.year
    ? fiscalYear(payload.year)
    : getLastEndedYear(settings.today(), property.fiscalYearEndMonth)
  const existingId = property.known[year]
  if (existingId)
    refuse.rule(
      `The ${year} statement of this property is ${declared.numberOf(existingId)} already.`,
      [],
      buildRecordLink(declared, { propertyId, year, afsId: existingId }),
    )
  const period = getPeriod(year, property)
  if (period.periodEnd > settings.today())
    refuse.rule(`The ${year} fiscal year of this property is not over yet. Its statement is begun after it.`)
  return { year, ...period }
}

/** Returns a statement in the shape that imports of figures need. */
const getImportRecord = (row: StatementRow): ImportTarget => ({
  ...row,
  id: row.afsId,
  history: declared.flow.entity,
})

/** The lines after a save, and the parts of the chart in which it changed amounts. */
type SavedLines = { lines: Detail['lines']; changed: string[] }

/** Stores amounts of a locked statement, and its totals. */
async function saveAmounts(
  context: AnyContext,
  row: StatementRow,
  lines: readonly ChangedLine[],
  imported?: ImportedFile,
  carriedAmounts: ReturnType<typeof getCarriedAccounts> = [],
  earlierSchedules?: SentSchedules,
): Promise<SavedLines> {
  const { accounts, lines: present } = await loadAnnualStatementInputs(context, row)
  const chart = buildChart(accounts)
  const amounts = new Map(lines.map((line) => [line.code, line.amount]))
  const importedOptions =
    imported && createImportOptions(context, AFSAmount, getImportRecord(row), imported, earlierSchedules)
  const saved = await saveFigures(context, AFSAmount, {
    record: { id: row.afsId, propertyId: row.propertyId },
    chart,
    storedLines: present,
    changedLines: lines,
    columns: AFSAmount.columns,
    ...importedOptions,
    from: (code, column) => {
      if (importedOptions) return importedOptions.from(code, column)
      const from = carriedAmounts.find(
        (item) => item.code === code && item.amount === amounts.get(code),
      )?.from
      return from ? { carried: from } : {}
    },
  })
  const changed = saved
    .filter((line) => !present.includes(line))
    .flatMap(({ code }) => chart.byCode.get(code)?.statement ?? [])
  if (changed.length > 0) await storeTotals(context, row, chart, saved)
  return { lines: saved, changed: [...new Set(changed)] }
}

/** Stores amounts of a locked statement. A change withdraws earlier certifications. */
export async function saveOnlyAmounts(
  context: AnyContext,
  row: StatementRow,
  sentLines: readonly ChangedLine[],
  imported?: ImportedFile,
): Promise<Detail['lines']> {
  const { lines, changed } = await saveAmounts(context, row, sentLines, imported)
  if (changed.length > 0) await takeBackCertifications(context, row, changed)
  return lines
}

/** Undoes the last import and withdraws certifications. */
export async function unimport(context: AnyContext, row: StatementRow): Promise<void> {
  const { accounts, lines: present } = await loadAnnualStatementInputs(context, row)
  const { lines, also } = await undoImport(context, AFSAmount, getImportRecord(row), present)
  await restoreSchedules(context, row, (also ?? {}) as SentSchedules)
  await storeTotals(context, row, buildChart(accounts), lines)
  await takeBackCertifications(context, row, ['Figures of a file'])
}

/** Stores the accounts and schedules of a file; an imported schedule replaces the stored one. */
export async function saveImported(
  context: AnyContext,
  row: StatementRow,
  lines: readonly ChangedLine[],
  imported: ImportedFile,
): Promise<void> {
  const { file, places } = imported
  const parts = getSentParts(imported.lists as SentSchedules)
  if (parts.length === 0) return void (await saveOnlyAmounts(context, row, lines, imported))
  const { rows, ...facts } = await loadAnnualStatementSources(context, row)
  const earlierSchedules = Object.fromEntries(parts.map((part) => [part, rows[part]])) as SentSchedules
  const payload = Object.fromEntries(
    parts.map((part) => [part, matchStoredLines(part, rows[part], imported.lists[part] ?? [])]),
  ) as SentSchedules
  const { changed } = await saveAmounts(context, row, lines, imported, [], earlierSchedules)
  const also = await saveSchedules(
    context,
    row,
    payload,
    rows,
    { ...facts, rows: replaceSentSchedules(rows, payload) },
    (part, index) => ({
      file,
      sheet: getAnnualStatementSchedule(part).label.slice(0, 31),
      row: places[part]?.[index] ?? 0,
    }),
  )
  if (changed.length + also.length > 0) await takeBackCertifications(context, row, [...changed, ...also])
}

/** Stores the totals that follow from the saved lines. */
async function storeTotals(
  context: AnyContext,
  row: StatementRow,
  chart: Chart,
  saved: Detail['lines'],
): Promise<void> {
  const totals = saved.some((line) => line.amount !== null)
    ? JSON.stringify(computeAnnualStatementTotals(createColumnReader(chart, saved)))
    : null
  await sql`update annual_statement set totals = ${totals}::jsonb where afs_id = ${row.afsId}
    and totals is distinct from ${totals}::jsonb`.execute(context.db)
}

type SentContent = SentSchedules & { lines?: ChangedLine[] }

/**
 * Stores amounts and schedules. Amounts equal to those that schedules determine are recorded as carried,
 * and the other way around. Returns the labels of the parts that changed.
 */
async function saveContent(
  context: AnyContext,
  row: StatementRow,
  { lines, ...sent }: SentContent,
): Promise<string[]> {
  const parts = getSentParts(sent)
  if (!lines && parts.length === 0) return []
  const earlier = await loadAnnualStatementSources(context, row)
  const sources = { ...earlier, rows: replaceSentSchedules(earlier.rows, sent) }
  const saved = lines && (await saveAmounts(context, row, lines, undefined, getCarriedAccounts(sources)))
  const read = saved ? createColumnReader(buildChart(earlier.chart.accounts), saved.lines) : earlier.read
  return [
    ...(saved?.changed ?? []),
    ...(await saveSchedules(context, row, sent, earlier.rows, { ...sources, read })),
  ]
}

/**
 * Stores a save. If it changes figures or the header, it withdraws certifications; one that repeats the
 * stored values does not.
 */
async function saveAndTakeBack(
  context: AnyContext,
  earlier: StatementRow,
  payload: SentContent,
): Promise<void> {
  const changed = await saveContent(context, earlier, payload)
  if (earlier.ownerCertificationId === null && earlier.agentCertificationId === null) return
  const now = await readRow(context, AFS, earlier.afsId)
  if (AFS.content.some((name) => now[name as 'year'] !== earlier[name as 'year']))
    changed.unshift('Opinion and auditor')
  if (changed.length > 0) await takeBackCertifications(context, earlier, changed)
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<StatementRow, 'propertyId'>) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.AFS, propertyId })

/** After a return or recall, the certifiers must certify the next submission again. */
const takeBackAfterReopening = (context: AnyContext, row: StatementRow) =>
  takeBackCertifications(context, row)

/** What steps of annual statements do in addition to the common steps. */
const stepEffects: Record<string, (context: AnyContext, row: StatementRow) => Promise<unknown>> = {
  return: takeBackAfterReopening,
  recall: takeBackAfterReopening,
}

/** The server side of annual statements. */
export const statements = serveReview(declared, {
  detail: async (context, row) => {
    const [inputs, { rows, people, ...facts }] = [
      await loadAnnualStatementInputs(context, row),
      await loadScheduleFacts(context, row),
    ]
    return { ...inputs, ...rows, ...facts, people: { ...inputs.people, ...people } }
  },
  line: {
    select: sql`r.year, r.period_end, r.months, (r.totals ->> 'assets')::numeric as assets,
      (r.totals ->> 'revenue')::numeric as revenue, (r.totals ->> 'netIncome')::numeric as net_income`,
  },
  begin: (context, { propertyId }, values) =>
    beginStatement(context, propertyId ?? 0, values as { year?: number }),
  saved: async (context, row, payload) => {
    await saveAndTakeBack(context, row, payload as SentContent)
    // The first save updates the task. Later saves change nothing about that.
    if (row.version === 1) await refreshTasks(context, row)
  },
  filed: storeVersion,
  steps: Object.fromEntries(
    Object.keys(declared.flow.steps).map((name) => [
      name,
      {
        needs: (context: AnyContext, row: StatementRow, _to: number, notes: StepNotes) =>
          loadFollowerFaults(context, row, name, notes),
        after: async (context: AnyContext, row: StatementRow, _reason: string | null, notes: StepNotes) => {
          await stepEffects[name]?.(context, row)
          await refreshTasks(context, row)
          await updateNonComplianceFinding(context, row, name)
          await runStepFollowers(context, row, name, notes)
        },
      },
    ]),
  ),
  letters: { approve: loadAnnualStatementLetter, deny: loadAnnualStatementLetter },
  concerned: loadFurtherRecipients,
  toDo: sql`r.year || ' statement'`,
})
