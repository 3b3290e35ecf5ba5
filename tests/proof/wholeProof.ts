import type { Base } from './base.ts'
import type { MoneyTables } from './moneyTables.ts'
import type { Rows } from './occupancy.ts'
import type { Place, Tables } from './tables.ts'
import type { Totals } from './totals.ts'

/** The input of the proofs: the tables, and the time for which the report is computed. */
export type ProofSources = { tables: Tables; money: MoneyTables; base: Base; today: string; now: string }
type Row = Rows[number]
type Query = Readonly<Record<string, string | number | boolean>>

/** A report with a query, and every row, total and subtotal that it should answer. */
export type WholeProof = {
  name: string
  path: string
  query: Query
  key: readonly string[]
  rows: (sources: ProofSources) => Rows
  totals: Totals
  /** The group under which a row is counted, if the query asks for subtotals. */
  group?: (row: Row, sources: ProofSources) => string | null
}

export type QueryCase = Partial<Pick<WholeProof, 'group'>> & {
  query: Query
  /** Keeps only some rows of the report. */
  only?: (row: Row) => boolean
  /** Keeps only the rows of some properties. */
  at?: (place: Place) => boolean
  /** Further input for the computation of the rows. */
  with?: object
}
type Subject = Pick<WholeProof, 'path' | 'key' | 'totals'> & {
  rows: (sources: ProofSources & object) => Rows
}

const getPlace = ({ propertyId }: Row, { tables }: ProofSources): Place | undefined =>
  tables.places.find((place) => place.id === propertyId)
/** A case that asks for subtotals by company. */
export const subtotalsByCompany = {
  query: { groupBy: 'managementCompany' },
  group: (row: Row, sources: ProofSources) => getPlace(row, sources)?.company ?? null,
}
/** A case that asks for the operating properties of one county. */
export const inCounty = {
  query: { countyId: 2, propertyStatus: 0 },
  at: (place: Place) => place.countyId === 2 && place.status === 0,
}
/** A case that asks for properties of 40 to 80 units. */
export const unitRange = {
  query: { unitsFrom: 40, unitsTo: 80 },
  at: (place: Place) => place.units >= 40 && place.units <= 80,
}

/** Makes a proof of a report for each query. */
export const getCases = (
  number: string,
  { path, key, totals, rows }: Subject,
  cases: readonly QueryCase[],
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
