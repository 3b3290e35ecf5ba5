import { sql } from 'kysely'
import { type Chart, getChart } from '#ground/money/chart/model/index.ts'
import { TaskType } from '#ground/portfolio/tasks/model/index.ts'
import { refreshAnswers } from '#ground/portfolio/tasks/server/index.ts'
import { addDays, addMonths, getYearNumber, monthEnd } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type FiscalYear, fiscalYear, weekYearFrom, yearEndIn } from '#kernel/model/years.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { wayToRecord } from '#review/model/index.ts'
import { serveReview } from '#review/server/index.ts'
import { readColumn } from '#statement/model/index.ts'
import {
  type Imported,
  type Importing,
  importing,
  type SentLine,
  saveFigures,
  takeImportBack,
} from '#statement/server/index.ts'
import { AFS, AFSAmount } from '../model/entities.ts'
import { carriedAccounts, getAnnualStatementSchedule } from '../model/schedules/index.ts'
import { type Detail, statements as declared, type StatementRow } from '../model/statements.ts'
import { computeAnnualStatementTotals } from '../model/worksheet.ts'
import { takeBackCertifications } from './certifying.ts'
import { findNonCompliance } from './findings.ts'
import { concernedBy, followStep, loadAnnualStatementLetter, loadAnnualStatementNeeds } from './following.ts'
import { loadAnnualStatementInputs } from './inputs.ts'
import { scheduleFacts } from './schedules/facts.ts'
import {
  recognized,
  restoreSchedules,
  type SentSchedules,
  saveSchedules,
  sentParts,
  withSent,
} from './schedules/save.ts'
import { loadAnnualStatementSources } from './schedules/sources.ts'
import './tables.ts'
import { storeVersion } from './versions.ts'

type Own = { fiscalYearEndMonth: number; serviceDate: string | null; ends: Readonly<Record<number, string>> }

/** The last fiscal year that is over. */
function lastYear(today: string, endMonth: number): FiscalYear {
  const year = fiscalYear(getYearNumber(today))
  return today > yearEndIn(year, endMonth) ? year : fiscalYear(year - 1)
}

/**
 * The period of a fiscal year: from the day after the statement of the year before ends, else twelve months,
 * fewer in the year in which the property was placed in service; a year of weeks after one of weeks.
 */
function getPeriod(year: FiscalYear, { fiscalYearEndMonth, serviceDate, ends }: Own) {
  const periodEnd = yearEndIn(year, fiscalYearEndMonth)
  const first = addMonths(`${periodEnd.slice(0, 8)}01`, -11)
  const before = ends[year - 1]
  const follows = before ? addDays(before, 1) : null
  // Where the year before was one of weeks, so is this one.
  const weeks = before && before !== monthEnd(before) && follows ? weekYearFrom(follows, periodEnd) : null
  if (weeks) return { periodStart: weeks.first, periodEnd: weeks.last }
  if (follows && follows <= periodEnd) return { periodStart: follows, periodEnd }
  const service = serviceDate ? `${serviceDate.slice(0, 8)}01` : first
  return { periodStart: service > first && service <= periodEnd ? service : first, periodEnd }
}

/** One statement for a property and fiscal year that is over. */
async function begin(context: AnyContext, propertyId: number, payload: { year?: number | null }) {
  const { db, settings } = context
  const result = await sql<
    Own & { known: Record<string, number> }
  >`select p.fiscal_year_end_month, p.service_date,
      coalesce((select jsonb_object_agg(b.year, b.period_end) from annual_statement b
      where b.property_id = p.property_id), '{}') as ends,
      coalesce((select jsonb_object_agg(b.year, b.afs_id) from annual_statement b
      where b.property_id = p.property_id), '{}') as known
    from property p where p.property_id = ${propertyId}`.execute(db)
  const property = result.rows[0] ?? refuse.notFound('This property')
  const year = payload.year
    ? fiscalYear(payload.year)
    : lastYear(settings.today(), property.fiscalYearEndMonth)
  const existingId = property.known[year]
  if (existingId)
    refuse.rule(
      `The ${year} statement of this property is ${declared.numberOf(existingId)} already.`,
      [],
      wayToRecord(declared, { propertyId, year, afsId: existingId }),
    )
  const period = getPeriod(year, property)
  if (period.periodEnd > settings.today())
    refuse.rule(`The ${year} fiscal year of this property is not over yet. Its statement is begun after it.`)
  return { year, ...period }
}

/** A statement as its imports know it. */
const drafted = (row: StatementRow): Importing => ({ ...row, id: row.afsId, history: declared.flow.entity })

/** Lines after a save, and the statements of the chart that they changed. */
type Saved = { lines: Detail['lines']; changed: string[] }

/** Stores amounts of a locked statement, and its totals that follow from them. */
async function saveAmounts(
  context: AnyContext,
  row: StatementRow,
  lines: readonly SentLine[],
  imported?: Imported,
  carriedAmounts: ReturnType<typeof carriedAccounts> = [],
  earlierSchedules?: SentSchedules,
): Promise<Saved> {
  const { accounts, lines: present } = await loadAnnualStatementInputs(context, row)
  const chart = getChart(accounts)
  const amounts = new Map(lines.map((line) => [line.code, line.amount]))
  const brought = imported && importing(context, AFSAmount, drafted(row), imported, earlierSchedules)
  const saved = await saveFigures(context, AFSAmount, {
    record: { id: row.afsId, propertyId: row.propertyId },
    chart,
    present,
    sent: lines,
    columns: AFSAmount.columns,
    ...brought,
    from: (code, column) => {
      if (brought) return brought.from(code, column)
      const from = carriedAmounts.find(
        (item) => item.code === code && item.amount === amounts.get(code),
      )?.from
      return from ? { carried: from } : {}
    },
  })
  const changed = saved
    .filter((line) => !present.includes(line))
    .flatMap(({ code }) => chart.of.get(code)?.statement ?? [])
  if (changed.length > 0) await stamp(context, row, chart, saved)
  return { lines: saved, changed: [...new Set(changed)] }
}

/** Stores amounts of a locked statement; a change takes back earlier certifications. */
export async function saveOnlyAmounts(
  context: AnyContext,
  row: StatementRow,
  sentLines: readonly SentLine[],
  imported?: Imported,
): Promise<Detail['lines']> {
  const { lines, changed } = await saveAmounts(context, row, sentLines, imported)
  if (changed.length > 0) await takeBackCertifications(context, row, changed)
  return lines
}

/** Takes the last import back, and what followed from it. */
export async function unimport(context: AnyContext, row: StatementRow): Promise<void> {
  const { accounts, lines: present } = await loadAnnualStatementInputs(context, row)
  const { lines, also } = await takeImportBack(context, AFSAmount, drafted(row), present)
  await restoreSchedules(context, row, (also ?? {}) as SentSchedules)
  await stamp(context, row, getChart(accounts), lines)
  await takeBackCertifications(context, row, ['Figures of a file'])
}

/** Stores the accounts and schedules of a file; an imported schedule replaces the stored one. */
export async function saveImported(
  context: AnyContext,
  row: StatementRow,
  lines: readonly SentLine[],
  imported: Imported,
): Promise<void> {
  const { file, places } = imported
  const parts = sentParts(imported.lists as SentSchedules)
  if (parts.length === 0) return void (await saveOnlyAmounts(context, row, lines, imported))
  const { rows, ...facts } = await loadAnnualStatementSources(context, row)
  const earlierSchedules = Object.fromEntries(parts.map((part) => [part, rows[part]])) as SentSchedules
  const payload = Object.fromEntries(
    parts.map((part) => [part, recognized(part, rows[part], imported.lists[part] ?? [])]),
  ) as SentSchedules
  const { changed } = await saveAmounts(context, row, lines, imported, [], earlierSchedules)
  const also = await saveSchedules(
    context,
    row,
    payload,
    rows,
    { ...facts, rows: withSent(rows, payload) },
    (part, index) => ({
      file,
      sheet: getAnnualStatementSchedule(part).label.slice(0, 31),
      row: places[part]?.[index] ?? 0,
    }),
  )
  if (changed.length + also.length > 0) await takeBackCertifications(context, row, [...changed, ...also])
}

/** Stores the totals of changed lines. */
async function stamp(
  context: AnyContext,
  row: StatementRow,
  chart: Chart,
  saved: Detail['lines'],
): Promise<void> {
  const totals = saved.some((line) => line.amount !== null)
    ? JSON.stringify(computeAnnualStatementTotals(readColumn(chart, saved)))
    : null
  await sql`update annual_statement set totals = ${totals}::jsonb where afs_id = ${row.afsId}
    and totals is distinct from ${totals}::jsonb`.execute(context.db)
}

type Sent = SentSchedules & { lines?: SentLine[] }

/**
 * Stores amounts and schedules; what schedules say of accounts, and accounts of schedules, is known as
 * carried. Answers what changed.
 */
async function saveContent(
  context: AnyContext,
  row: StatementRow,
  { lines, ...sent }: Sent,
): Promise<string[]> {
  const parts = sentParts(sent)
  if (!lines && parts.length === 0) return []
  const before = await loadAnnualStatementSources(context, row)
  const sources = { ...before, rows: withSent(before.rows, sent) }
  const saved = lines && (await saveAmounts(context, row, lines, undefined, carriedAccounts(sources)))
  const read = saved ? readColumn(getChart(before.chart.accounts), saved.lines) : before.read
  return [
    ...(saved?.changed ?? []),
    ...(await saveSchedules(context, row, sent, before.rows, { ...sources, read })),
  ]
}

/**
 * A save that changes figures or the header takes back certifications; one that repeats the stored values
 * does not.
 */
async function contentSaved(context: AnyContext, before: StatementRow, payload: Sent): Promise<void> {
  const changed = await saveContent(context, before, payload)
  if (before.ownerCertificationId === null && before.agentCertificationId === null) return
  const now = await readRow(context, AFS, before.afsId)
  if (AFS.content.some((name) => now[name as 'year'] !== before[name as 'year']))
    changed.unshift('Opinion and auditor')
  if (changed.length > 0) await takeBackCertifications(context, before, changed)
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<StatementRow, 'propertyId'>) =>
  refreshAnswers(db, { taskTypeId: TaskType.AFS, propertyId })

/** After a return or recall, the certifiers certify the next submission again. */
const reopened = (context: AnyContext, row: StatementRow) => takeBackCertifications(context, row)

/** What its own steps do beyond the base. */
const stepEffects: Record<string, (context: AnyContext, row: StatementRow) => Promise<unknown>> = {
  return: reopened,
  recall: reopened,
}

/** Annual statements, as the server runs them. */
export const statements = serveReview(declared, {
  detail: async (context, row) => {
    const [inputs, { rows, people, ...facts }] = [
      await loadAnnualStatementInputs(context, row),
      await scheduleFacts(context, row),
    ]
    return { ...inputs, ...rows, ...facts, people: { ...inputs.people, ...people } }
  },
  line: {
    select: sql`r.year, r.period_end, r.months, (r.totals ->> 'assets')::numeric as assets,
      (r.totals ->> 'revenue')::numeric as revenue, (r.totals ->> 'netIncome')::numeric as net_income`,
  },
  begin: (context, { propertyId }, values) => begin(context, propertyId ?? 0, values as { year?: number }),
  saved: async (context, row, payload) => {
    await contentSaved(context, row, payload as Sent)
    // From its beginning on the task knows it; later saves change nothing of that.
    if (row.version === 1) await refreshTasks(context, row)
  },
  filed: storeVersion,
  steps: Object.fromEntries(
    Object.keys(declared.flow.steps).map((name) => [
      name,
      {
        needs: (context: AnyContext, row: StatementRow) => loadAnnualStatementNeeds(context, row, name),
        after: async (context: AnyContext, row: StatementRow) => {
          await stepEffects[name]?.(context, row)
          await refreshTasks(context, row)
          await findNonCompliance(context, row, name)
          await followStep(context, row, name)
        },
      },
    ]),
  ),
  letters: { approve: loadAnnualStatementLetter, deny: loadAnnualStatementLetter },
  concerned: concernedBy,
  toDo: sql`r.year || ' statement'`,
})
