import type { Base, Rent, readBase } from './base.ts'
import * as districts from './districts.ts'
import * as rents from './increases.ts'
import type { Rows } from './occupancy.ts'
import * as occupancy from './occupancy.ts'
import { coverage, decidedOr } from './reportCards.ts'
import * as statements from './statements.ts'
import type { Known } from './wholeProof.ts'

type Read = Awaited<ReturnType<typeof readBase>>

/** A report with what it is asked for, and the same worked out from the tables in another way. */
export type Proof = {
  name: string
  path: string
  query: Readonly<Record<string, string | number>>
  /** What a row is known by. */
  key: readonly string[]
  expected: (base: Base & { rents: Rent[] }, sources: Known) => Rows
}

const THRESHOLD = 85
const CODES = ['5120', '5220', '6320', '6450', '6710', '2110']

/** Proofs over the last years of a history, as of a day. */
export function getProofs(lastYear: number, today: string): Proof[] {
  const last = `${lastYear}-12-01`
  const yearBefore = occupancy.before(last, 11)
  const counties = (item: { county: string | null }) => item.county
  const companies = (item: { company: string }) => item.company
  const properties = (item: { name: string }) => item.name
  const getOccupancyProof = (
    groupBy: string,
    getName: Parameters<typeof occupancy.occupancyBy>[1],
    numMonths: number,
  ): Proof => ({
    name: `1 by ${groupBy}`,
    path: '/api/reporting/Occupancy',
    query: { asOf: last, groupBy, numMonths },
    key: ['groupName'],
    expected: (base) => occupancy.occupancyBy(base, getName, last, numMonths),
  })
  const ofYear = (
    name: string,
    path: string,
    more: object,
    expected: (base: Base, year: number, sources: Known) => Rows,
  ): Proof[] =>
    [lastYear, lastYear - 4].map((year) => ({
      name: `${name} of ${year}`,
      path: `/api/reporting/${path}`,
      query: { year, ...more },
      key: ['propertyId'],
      expected: (base, sources) => expected(base, year, sources),
    }))
  return [
    getOccupancyProof('managementCompany', companies, 36),
    getOccupancyProof('county', counties, 12),
    getOccupancyProof('property', properties, 3),
    {
      name: '5',
      path: '/api/reporting/OccupancyByProperty',
      query: { from: yearBefore, to: last },
      key: ['propertyId', 'month'],
      expected: (base) => occupancy.monthsByProperty(base, yearBefore, last, THRESHOLD),
    },
    {
      name: '4',
      path: '/api/reporting/Vacancy',
      query: { asOf: last },
      key: ['propertyId', 'roomType'],
      expected: (base) => occupancy.vacantUnits(base, base.rents, last),
    },
    {
      name: '17',
      path: '/api/reporting/OccupancyMoveOut',
      query: { from: yearBefore, to: last },
      key: ['propertyId'],
      expected: (base) => occupancy.moveOuts(base, yearBefore, last),
    },
    {
      name: '13',
      path: '/api/reporting/OccupancySubmissionSummary',
      query: { year: lastYear },
      key: ['propertyId'],
      expected: (base) => occupancy.filedMonths(base, lastYear, today),
    },
    {
      name: '6 by district',
      path: '/api/reporting/CongressionalDistrict',
      query: {},
      key: ['district'],
      expected: districts.byDistrict,
    },
    {
      name: '6 by property',
      path: '/api/reporting/CongressionalDistrictByProperty',
      query: {},
      key: ['propertyId'],
      expected: districts.byProperty,
    },
    {
      name: '9',
      path: '/api/reporting/AverageRentIncreaseHistory',
      key: ['rentIncreaseRequestHeaderId'],
      query: { fromYear: lastYear - 5, toYear: lastYear - 1 },
      expected: (base) => rents.increases(base, lastYear - 5, lastYear - 1),
    },
    ...ofYear('10', 'NOI', {}, (base, year, sources) =>
      statements.netIncome(base, year, (now, before) =>
        decidedOr(sources.money, now.id, 'RPC-M1', coverage(sources, now, before)),
      ),
    ),
    ...ofYear('11', 'EconomicOccupancy', {}, (base, year, { money }) =>
      statements.economicOccupancy(base, year, (id, figure) => decidedOr(money, id, 'RPC-M3', figure)),
    ),
    ...ofYear('12', 'AccountsPayable', { source: 'statement' }, statements.payables),
    {
      name: '3',
      path: '/api/reporting/StatementAnalysis',
      query: { year: lastYear, years: 2 },
      key: ['code'],
      expected: (base) => statements.accounts(base, lastYear, CODES),
    },
  ]
}

export type { Read }
