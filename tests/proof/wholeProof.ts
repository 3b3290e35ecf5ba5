import type { Base } from './base.ts'
import type { Money } from './moneyTables.ts'
import type { Rows } from './occupancy.ts'
import type { Place, Tables } from './tables.ts'
import type { Totals } from './totals.ts'

/** What is known when a report is asked: the tables, and the moment. */
export type Known = { tables: Tables; money: Money; base: Base; today: string; now: string }
type Row = Rows[number]
type Query = Readonly<Record<string, string | number | boolean>>

/** A report as it is asked, with every row, total and subtotal that it should answer. */
export type WholeProof = {
  name: string
  path: string
  query: Query
  key: readonly string[]
  rows: (sources: Known) => Rows
  totals: Totals
  /** What a row is counted under, where subtotals are asked for. */
  group?: (row: Row, sources: Known) => string | null
}

export type Case = Partial<Pick<WholeProof, 'group'>> & {
  query: Query
  only?: (row: Row) => boolean
  at?: (place: Place) => boolean
  with?: object
}
type Subject = Pick<WholeProof, 'path' | 'key' | 'totals'> & { rows: (sources: Known & object) => Rows }

const getPlace = ({ propertyId }: Row, { tables }: Known): Place | undefined =>
  tables.places.find((place) => place.id === propertyId)
/** Subtotals by company. */
export const company = {
  query: { groupBy: 'managementCompany' },
  group: (row: Row, sources: Known) => getPlace(row, sources)?.company ?? null,
}
export const inCounty = {
  query: { countyId: 2, propertyStatus: 0 },
  at: (place: Place) => place.countyId === 2 && place.status === 0,
}
export const large = {
  query: { unitsFrom: 40, unitsTo: 80 },
  at: (place: Place) => place.units >= 40 && place.units <= 80,
}

export const getCases = (
  number: string,
  { path, key, totals, rows }: Subject,
  cases: readonly Case[],
): WholeProof[] =>
  cases.map(({ query, only = () => true, at = () => true, with: more = {}, ...rest }) => ({
    name: `${number} ${JSON.stringify(query)}`,
    path: `/api/reporting/${path}`,
    query,
    key,
    totals,
    ...rest,
    rows: (sources) => {
      const ids = new Set<unknown>(sources.tables.places.filter(at).map((place) => place.id))
      return rows({ ...sources, ...more }).filter((row) => ids.has(row.propertyId) && only(row))
    },
  }))
