import { type RawBuilder, sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { yearlyVisitsSql } from '#features/statements/quarterlyProgram/server/index.ts'
import { monthName } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { BoardLine } from '../model/calls.ts'
import { type Due, type DueFacts, getDueLabel, getInspectionDue } from '../model/due.ts'
import { getSampleSize, type SampleStep } from '../model/sample.ts'
import { type InspectionRules, loadInspectionRules } from './rules.ts'
import { personName, sqlInspectionStatus } from './sql.ts'

type FactsRow = DueFacts &
  Omit<BoardLine, 'sample' | 'kind' | 'label' | 'words' | 'dueBy' | 'overdue'> & {
    reason: string | null
    /** The day of the last score, which may be earlier than the last visit. */
    scoreDay: string | null
    plannedDueBy: string | null
  }

/** SQL: the properties that a program requires to be visited every year, each with one program. */
const programsSql = (today: string): RawBuilder<unknown> =>
  sql`(select property_id, min(program) as program from (${yearlyVisitsSql(today)}) r (property_id, program)
    group by property_id)`

/**
 * SQL: for properties `p`, the facts that decide when a visit is due, with one inspection each: one planned
 * in the year or without a month, else a visit made in the year, else one planned for another year. Visits of
 * HUD count like the agency's own.
 */
const factsSql = (today: string, year: number, condition: RawBuilder<unknown>) => sql<FactsRow>`
  select p.property_id, p.name as property_name, p.city, y.name as county_name, e.name as region_name,
  m.name as management_company_name,
    coalesce(p.low_income_units, p.total_units) as low_income_units, greatest(p.service_date,
    b.last) as in_service,
    v.day as last_visit, s.score as last_score, s.day as score_day, g.program as yearly_program,
    i.compliance_inspection_id, i.status_id, i.version, i.planned_month, i.scheduled_on, i.visited_on,
    i.compliance_inspector_id, i.reason,
    i.due_by as planned_due_by, ${personName('u')} as inspector_name
  from property p left join county y on y.county_id = p.county_id left
  join region e on e.region_id = y.region_id
  left join management_company m on m.management_company_id = p.management_company_id
  left join ${programsSql(today)} g on g.property_id = p.property_id
  left join lateral (select max(d.service_date) as last from property_building d
  where d.property_id = p.property_id) b on true
  left join lateral (select max(r.day) as day from (
      select h.inspection_date as day from property_inspection h where h.property_id = p.property_id
      union all select o.visited_on from compliance_inspection o where o.property_id = p.property_id
      and o.visited_on is not null
        and o.inspection_type not in ('Special', 'File only')) r) v on true
  left join lateral (select h.score, h.inspection_date as day from property_inspection h
  where h.property_id = p.property_id and h.score is not null
    order by h.inspection_date desc, h.property_inspection_id desc limit 1) s on true
  left join lateral (select o.* from compliance_inspection o where o.property_id = p.property_id
      and (o.status_id < ${sqlInspectionStatus.VISITED} or extract(year from o.visited_on) = ${year}::integer)
    order by case when o.visited_on is not null then 1 when o.planned_month is null or extract(year
    from o.planned_month) = ${year}::integer then 0 else 2 end,
      o.inspection_type in ('Initial', 'Annual', 'Periodic') desc, o.visited_on desc nulls last,
      o.compliance_inspection_id desc limit 1) i on true
  left join compliance_inspector k on k.compliance_inspector_id = i.compliance_inspector_id left
  join app_user u on u.user_id = k.user_id
  where ${condition}`

const isOnBoard = sql`p.status_id in (${sqlPropertyStatus.Active}, ${sqlPropertyStatus.Decontrol})`

/** Loads the current table of sample sizes. */
export const loadSampleSteps = async ({ db }: AnyContext): Promise<SampleStep[]> =>
  db.selectFrom('inspectionSampleStep').select(['lowIncomeUnits', 'sampleUnits']).execute()

/** Returns the note that a visit is planned for another year, which the months on this board cannot show. */
const describeOtherYear = (
  { plannedMonth, visitedOn }: Pick<FactsRow, 'plannedMonth' | 'visitedOn'>,
  year: number,
): string | null =>
  visitedOn === null && plannedMonth !== null && !plannedMonth.startsWith(String(year))
    ? `planned for ${monthName(plannedMonth)}`
    : null

/** The inspection's fields of a board line when no visit is planned. */
const noVisit = {
  complianceInspectionId: null,
  statusId: null,
  version: null,
  plannedMonth: null,
  scheduledOn: null,
  visitedOn: null,
  complianceInspectorId: null,
  inspectorName: null,
}

type LineContext = { rules: InspectionRules; steps: readonly SampleStep[]; today: string; year: number }

function toBoardLine(row: FactsRow, due: Due | null, { rules, steps, today, year }: LineContext): BoardLine {
  const { reason, plannedDueBy, inService: _, yearlyProgram: __, scoreDay: ___, ...inspection } = row
  // A failed visit must be repeated, so the line is about the next one.
  const line =
    inspection.visitedOn !== null && due?.kind === 'Again' ? { ...inspection, ...noVisit } : inspection
  const isMade = line.visitedOn !== null
  const dueBy = isMade ? plannedDueBy : (due?.dueBy ?? plannedDueBy)
  return {
    ...line,
    sample: getSampleSize(line.lowIncomeUnits, steps),
    kind: isMade ? null : (due?.kind ?? null),
    label: isMade || due === null ? '' : getDueLabel(due.kind, rules.intervalYears),
    words: describeOtherYear(line, year) ?? (isMade ? (reason ?? '') : (due?.words ?? reason ?? '')),
    dueBy,
    overdue: !isMade && dueBy !== null && dueBy < today,
  }
}

/**
 * Loads the board lines of the properties `p` that match the condition, with the due visit and one inspection
 * of each. Two statements plus the settings.
 */
export async function loadBoardLines(
  context: AnyContext,
  year: number,
  condition: RawBuilder<unknown> = isOnBoard,
): Promise<BoardLine[]> {
  const { db, settings } = context
  const today = settings.today()
  const rules = await loadInspectionRules(settings)
  const result = await factsSql(today, year, condition).execute(db)
  const steps = await loadSampleSteps(context)
  return result.rows.map((row) => toBoardLine(row, getDueVisit(row, rules), { rules, steps, today, year }))
}

const getDueVisit = (row: FactsRow, rules: InspectionRules): Due | null =>
  getInspectionDue({ ...row, lastScore: row.scoreDay === row.lastVisit ? row.lastScore : null }, rules)

/**
 * Loads the days by which the properties `p` that match the condition are visited next; null if unknown. One
 * statement plus the settings.
 */
export async function loadNextVisits(
  { db, settings }: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<{ propertyId: number; dueBy: string | null }[]> {
  const today = settings.today()
  const rules = await loadInspectionRules(settings)
  const result = await factsSql(today, Number(today.slice(0, 4)), sql`${isOnBoard} and ${condition}`).execute(
    db,
  )
  return result.rows.map((row) => ({
    propertyId: row.propertyId,
    dueBy: getDueVisit(row, rules)?.dueBy ?? null,
  }))
}

const compareByDueDay = (entry: BoardLine, other: BoardLine): number =>
  (entry.dueBy ?? '9').localeCompare(other.dueBy ?? '9') ||
  entry.propertyName.localeCompare(other.propertyName)

/**
 * Checks whether a line has a visit that was made in a year, is planned in it, or is not planned for a month
 * yet.
 */
const isOfYear = ({ complianceInspectionId, plannedMonth, visitedOn }: BoardLine, year: number): boolean =>
  complianceInspectionId !== null && (visitedOn ?? plannedMonth ?? String(year)).startsWith(String(year))

/**
 * Loads the board of a year: visits due by its end, planned in it or made in it, the earliest due day first.
 */
export async function loadInspectionBoard(context: AnyContext, year: number): Promise<BoardLine[]> {
  const lines = await loadBoardLines(context, year)
  const end = `${year}-12-31`
  return lines
    .filter((line) => isOfYear(line, year) || (line.kind !== null && (line.dueBy ?? '9') <= end))
    .sort(compareByDueDay)
}
