import type { Base, Rent, readBase } from './base.ts'
import * as districts from './districts.ts'
import * as rents from './increases.ts'
import type { Rows } from './occupancy.ts'
import * as occupancy from './occupancy.ts'
import { computeCoverage, getDecidedFigure } from './reportCards.ts'
import * as statements from './statements.ts'
import type { ProofSources } from './wholeProof.ts'

type BaseWithRents = Awaited<ReturnType<typeof readBase>>

/** A report with a query, and the rows expected for it, computed from the tables in another way. */
export type Proof = {
  name: string
  path: string
  query: Readonly<Record<string, string | number>>
  /** The columns that identify a row. */
  key: readonly string[]
  expected: (base: Base & { rents: Rent[] }, sources: ProofSources) => Rows
}

const THRESHOLD = 85
const CODES = ['5120', '5220', '6320', '6450', '6710', '2110']

/** Proofs for the last years of a history, as of a day. */
export function getProofs(lastYear: number, today: string): Proof[] {
  const last = `${lastYear}-12-01`
  const yearBefore = occupancy.subtractMonths(last, 11)
  const getCounty = (item: { county: string | null }) => item.county
  const getCompany = (item: { company: string }) => item.company
  const getPropertyName = (item: { name: string }) => item.name
  const getOccupancyProof = (
    groupBy: string,
    getName: Parameters<typeof occupancy.computeOccupancyRows>[1],
    numMonths: number,
  ): Proof => ({
    name: `1 by ${groupBy}`,
    path: '/api/reporting/Occupancy',
    query: { asOf: last, groupBy, numMonths },
    key: ['groupName'],
    expected: (base) => occupancy.computeOccupancyRows(base, getName, last, numMonths),
  })
  const makeYearProofs = (
    name: string,
    path: string,
    more: object,
    expected: (base: Base, year: number, sources: ProofSources) => Rows,
  ): Proof[] =>
    [lastYear, lastYear - 4].map((year) => ({
      name: `${name} of ${year}`,
      path: `/api/reporting/${path}`,
      query: { year, ...more },
      key: ['propertyId'],
      expected: (base, sources) => expected(base, year, sources),
    }))
  return [
    getOccupancyProof('managementCompany', getCompany, 36),
    getOccupancyProof('county', getCounty, 12),
    getOccupancyProof('property', getPropertyName, 3),
    {
      name: '5',
      path: '/api/reporting/OccupancyByProperty',
      query: { from: yearBefore, to: last },
      key: ['propertyId', 'month'],
      expected: (base) => occupancy.computeMonthRows(base, yearBefore, last, THRESHOLD),
    },
    {
      name: '4',
      path: '/api/reporting/Vacancy',
      query: { asOf: last },
      key: ['propertyId', 'roomType'],
      expected: (base) => occupancy.computeVacancyRows(base, base.rents, last),
    },
    {
      name: '17',
      path: '/api/reporting/OccupancyMoveOut',
      query: { from: yearBefore, to: last },
      key: ['propertyId'],
      expected: (base) => occupancy.computeMoveOutRows(base, yearBefore, last),
    },
    {
      name: '13',
      path: '/api/reporting/OccupancySubmissionSummary',
      query: { year: lastYear },
      key: ['propertyId'],
      expected: (base) => occupancy.computeFilingRows(base, lastYear, today),
    },
    {
      name: '6 by district',
      path: '/api/reporting/CongressionalDistrict',
      query: {},
      key: ['district'],
      expected: districts.computeDistrictRows,
    },
    {
      name: '6 by property',
      path: '/api/reporting/CongressionalDistrictByProperty',
      query: {},
      key: ['propertyId'],
      expected: districts.computeDistrictRowsByProperty,
    },
    {
      name: '9',
      path: '/api/reporting/AverageRentIncreaseHistory',
      key: ['rentIncreaseRequestHeaderId'],
      query: { fromYear: lastYear - 5, toYear: lastYear - 1 },
      expected: (base) => rents.computeIncreaseRows(base, lastYear - 5, lastYear - 1),
    },
    ...makeYearProofs('10', 'NOI', {}, (base, year, sources) =>
      statements.computeIncomeRows(base, year, (now, before) =>
        getDecidedFigure(sources.money, now.id, 'RPC-M1', computeCoverage(sources, now, before)),
      ),
    ),
    ...makeYearProofs('11', 'EconomicOccupancy', {}, (base, year, { money }) =>
      statements.computeEconomicRows(base, year, (id, figure) =>
        getDecidedFigure(money, id, 'RPC-M3', figure),
      ),
    ),
    ...makeYearProofs('12', 'AccountsPayable', { source: 'statement' }, statements.computePayableRows),
    {
      name: '3',
      path: '/api/reporting/StatementAnalysis',
      query: { year: lastYear, years: 2 },
      key: ['code'],
      expected: (base) => statements.computeAccountRows(base, lastYear, CODES),
    },
  ]
}

export type { BaseWithRents as Read }
