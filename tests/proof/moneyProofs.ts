import { computeRentRows, isBelowBy } from './rentAnalysis.ts'
import { type CardsQuery, computeCardRows, isWatched } from './reportCards.ts'
import { computePercent, mean, sum } from './totals.ts'
import {
  getCases,
  inCounty,
  type ProofSources,
  type QueryCase,
  subtotalsByCompany,
  unitRange,
  type WholeProof,
} from './wholeProof.ts'

function makeRentProofs(today: string): WholeProof[] {
  const sums = ['units', 'headroomTotal', 'grossTotal', 'limitTotal']
  const totals = {
    ...Object.fromEntries(sums.map((name) => [name, sum(name)])),
    headroomPct: computePercent('headroomTotal', 'limitTotal'),
  }
  const rows = (sources: ProofSources & { asOf?: string }) => computeRentRows({ asOf: today, ...sources })
  const key = ['propertyId', 'roomType', 'rentType']
  const makeDayCase = (asOf: string): QueryCase => ({ query: { asOf }, with: { asOf } })
  return getCases('2', { path: 'RentAnalysis', key, totals, rows }, [
    ...[makeDayCase(today), makeDayCase('2020-06-30'), makeDayCase('2026-04-22'), makeDayCase('2017-12-31')],
    { query: { rentTypeId: 8 }, only: ({ rentType }) => String(rentType).startsWith('HOME Low') },
    { query: { bedrooms: 2 }, only: ({ roomType }) => roomType === 'Two bedrooms' },
    ...[0, 10].map((belowBy) => ({ query: { belowBy }, only: isBelowBy(belowBy) })),
    { query: { exceptionsOnly: true }, only: ({ headroom }) => headroom !== null && Number(headroom) < 0 },
    ...[subtotalsByCompany, inCounty, unitRange],
  ])
}

function makeCardProofs(year: number): WholeProof[] {
  const meanColumns = ['daysLate', 'dcr', 'econOcc', 'pour', 'r4rPerUnit', 'score']
  const totals = {
    ...Object.fromEntries(meanColumns.map((name) => [name, mean(name)])),
    openItems: sum('openItems'),
  }
  const rows = (sources: ProofSources & Partial<CardsQuery>) => computeCardRows({ year, ...sources })
  const isLess = (name: string, than: number) => (row: Readonly<Record<string, unknown>>) =>
    row[name] !== null && Number(row[name]) < than
  return getCases('7', { path: 'FinancialReportCard', key: ['propertyId'], totals, rows }, [
    ...[year, year - 4, year - 9].map((cardYear) => ({
      query: { year: cardYear },
      with: { year: cardYear },
    })),
    { query: { status: 6 }, only: ({ status }) => status === 6 },
    { query: { below: 1.2 }, only: isLess('dcr', 1.2) },
    { query: { reserveBelow: 1000 }, only: isLess('r4rPerUnit', 1000) },
    { query: { exceptionsOnly: true }, only: isWatched },
    ...[subtotalsByCompany, inCounty, unitRange],
  ])
}

/** The reports of rents and report cards, each with several queries. */
export const moneyProofs = (year: number, today: string): WholeProof[] => [
  ...makeRentProofs(today),
  ...makeCardProofs(year),
]
