import { computeSum } from './base.ts'
import type { Rows } from './occupancy.ts'
import { countDays, type Filing, findLatest, type Place, type Tables } from './tables.ts'

/**
 * Report 15, computed independently of the product from domains 1.2, 26, 27 and 35.1: the open items of each
 * property.
 */

const SUBJECTS = {
  1: 'afs',
  2: 'budget',
  3: 'occupancy',
  4: 'ua',
  5: 'tcap',
  6: 'exhibits',
  7: 'exhibitZ',
} as const
/** A rent increase may be filed but need not be, so no task of it is overdue. */
const OPTIONAL = 8
const [ACTIVE, DECONTROLLED] = [0, 5]
const [OPEN, ANSWERED] = [1, 2]
/**
 * Years until the first visit, between visits, and between visits to properties with a loan that requires one
 * each year; then days until the visit after a failed inspection, and the score that passes.
 */
const [FIRST, INTERVAL, YEARLY, AGAIN, PASSED] = [2, 3, 1, 60, 60]

export type OpenItemsQuery = { tables: Tables; today: string; severity?: number; overdueOnly?: boolean }

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
/** Returns the same day of a later year, or the last of February if that year has no 29th. */
const addYears = (day: string, years: number): string => {
  const [year, monthDay] = [Number(day.slice(0, 4)) + years, day.slice(4)]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return `${year}${monthDay === '-02-29' && !leap ? '-02-28' : monthDay}`
}

/**
 * A filing is due from the opening of its window until its day, and overdue afterwards, as long as it is not
 * submitted.
 */
const isFiled = ({ status }: Filing): boolean => status >= 2
const isDue = (filing: Filing, today: string): boolean => !isFiled(filing) && today >= filing.opens
const isOverdue = (filing: Filing, today: string): boolean => isDue(filing, today) && today > filing.due

type VisitTables = Pick<Tables, 'buildings' | 'visits' | 'scores' | 'programs'>

/**
 * Computes the day by which a property must be visited next; null if it is unknown or if the property is not
 * visited.
 */
function computeVisitDue(
  { status, since }: Place,
  { buildings, visits, scores, programs }: VisitTables,
  today: string,
) {
  if (status !== ACTIVE && status !== DECONTROLLED) return null
  const inService = findLatest([since, ...buildings.map((building) => building.since)])
  const ordinary = visits.filter(({ type }) => type !== 'Special' && type !== 'File only')
  const last = findLatest([...ordinary, ...scores].map((item) => item.day))
  if (last === null || (inService !== null && last < inService))
    return inService === null ? null : `${Number(inService.slice(0, 4)) + FIRST}-12-31`
  const graded = scores
    .filter((score) => score.score !== null)
    .toSorted((score, other) => other.day.localeCompare(score.day) || other.id - score.id)[0]
  if (graded && graded.day === last && graded.score! < PASSED) return addDays(last, AGAIN)
  const yearly = programs.some(
    (program) => program.from <= today && (program.to === null || today <= program.to),
  )
  return addYears(last, yearly ? YEARLY : INTERVAL)
}

const groupByProperty = <T extends { property: number }>(all: readonly T[]) => {
  const groups = Map.groupBy(all, (item) => item.property)
  return (id: number): T[] => groups.get(id) ?? []
}

function countFilings(openAsked: OpenItemsQuery, types: readonly number[], filings: readonly Filing[]) {
  const { today, overdueOnly = false } = openAsked
  const counts = Object.entries(SUBJECTS).map(([type, name]) => {
    const matchingFilings = filings.filter((filing) => filing.type === Number(type))
    const open = matchingFilings.filter((filing) =>
      overdueOnly ? isOverdue(filing, today) : isDue(filing, today),
    )
    return [name, types.includes(Number(type)) ? open.length : null] as const
  })
  const overdue = filings.filter((filing) => filing.type !== OPTIONAL && isOverdue(filing, today))
  const hasTasks = types.length > 0
  const oldest = overdue.map((filing) => filing.due).toSorted()[0]
  return { counts: Object.fromEntries(counts), overdue: hasTasks ? overdue.length : null, oldest }
}

/**
 * A property is non-compliant through an open finding that blocks, of any severity. Otherwise a mark set by
 * hand is counted.
 */
function getCompliance({ marked }: Place, findings: Tables['findings']) {
  const isBlocked = findings.some(
    (finding) => [OPEN, ANSWERED].includes(finding.status) && finding.blocking && !finding.waived,
  )
  return { nonCompliant: isBlocked ? 1 : 0, markedNonCompliant: marked && !isBlocked ? 1 : 0 }
}

/** Returns one row for each property. */
export function computeOpenItemRows(openAsked: OpenItemsQuery): Rows {
  const { tables, today, severity } = openAsked
  const byPlace = {
    schedules: groupByProperty(tables.schedules),
    filings: groupByProperty(tables.filings),
    findings: groupByProperty(tables.findings),
    forms: groupByProperty(tables.forms),
    buildings: groupByProperty(tables.buildings),
    visits: groupByProperty(tables.visits),
    scores: groupByProperty(tables.scores),
    programs: groupByProperty(tables.programs),
  }
  return tables.places.map((place) => {
    const { id } = place
    const types = byPlace.schedules(id).map((item) => item.type)
    const { counts, overdue, oldest } = countFilings(openAsked, types, byPlace.filings(id))
    const matches = byPlace
      .findings(id)
      .filter(
        (item) =>
          [OPEN, ANSWERED].includes(item.status) && (severity === undefined || item.severity === severity),
      )
    const [first] = [
      ...matches.map((item) => item.opened),
      ...(oldest === undefined ? [] : [oldest]),
    ].toSorted()
    const visited = { visits: byPlace.visits(id), scores: byPlace.scores(id) }
    return {
      propertyId: id,
      property: place.name,
      propertyNumber: place.number,
      company: place.company,
      ...counts,
      overdue,
      openFindings: matches.length,
      ...getCompliance(place, byPlace.findings(id)),
      inspectionDue: computeVisitDue(
        place,
        { ...visited, buildings: byPlace.buildings(id), programs: byPlace.programs(id) },
        today,
      ),
      open8823: computeSum(byPlace.forms(id), (item) => (item.filed === null ? 1 : 0)),
      oldestDays: first === undefined ? null : countDays(first, today),
    }
  })
}

/** Answers whether something is overdue or an open finding exists. */
export const hasOpenItem =
  (today: string) =>
  ({ overdue, openFindings, open8823, inspectionDue }: Rows[number]): boolean =>
    [overdue, openFindings, open8823].some((count) => Number(count ?? 0) > 0) ||
    (typeof inspectionDue === 'string' && inspectionDue < today)
