import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents } from '#kernel/model/money.ts'
import { anyFigures, chart, type Figures, makeStatement } from '#tests/madeStatements.ts'
import { getAnnualStatementTies, type Sources } from './index.ts'
import { checkRestatements, restatePriorYear } from './restating.ts'

const findBlockingTies = (compared: Sources) =>
  getAnnualStatementTies(compared).flatMap((tie) => (tie.stops && !tie.agrees ? tie.id : []))
/** The accounts of last year that these tests adjust. */
const codes = ['1120', '1130', '1320', '1410', '1495', '2131', '2320', '2330'] as const
const opening = [
  ...codes,
  '1200',
  '1191',
  '1310',
  '1340',
  '1420',
  '1460',
  '2110',
  '2170',
  '2191',
  '2210',
  '3130',
]

/**
 * Makes a statement whose opening balances differ from last year's filed ones, with the lines that restate
 * them. The returned function takes other lines instead.
 */
function makeRestatedStatement(figures: Figures, changes: Readonly<Record<string, number>>) {
  const filed = makeStatement(figures).prior!
  const open = Object.fromEntries(
    Object.entries(figures.open).map(([code, cents]) => [code, cents + (changes[code] ?? 0)]),
  )
  const statement = makeStatement({ ...figures, open })
  const restatements = opening.flatMap((accountCode) => {
    const adjustment = statement.prior!.read(accountCode) - filed.read(accountCode)
    const row = {
      accountCode,
      filed: fromCents(filed.read(accountCode)),
      adjustment: fromCents(adjustment),
      reason: 'Found',
    }
    return adjustment === 0 ? [] : [row]
  })
  const amounts = new Map(opening.map((code) => [code, filed.read(code)]))
  return (lines: readonly (typeof restatements)[number][] = restatements): Sources => ({
    ...statement,
    rows: { ...statement.rows, restatements: lines },
    prior: restatePriorYear(chart, amounts, filed.rows, lines),
  })
}
const anyAdjustments = fc.record(
  Object.fromEntries(codes.map((code) => [code, fc.integer({ min: 0, max: 5_000_000 })])) as Record<
    string,
    fc.Arbitrary<number>
  >,
)

test('AFS-T46, T47, domain 47.4: with its restatement lines a statement ties to last year for any adjustments', () => {
  fc.assert(
    fc.property(anyFigures, anyAdjustments, (figures, changes) => {
      expect(findBlockingTies(makeRestatedStatement(figures, changes)())).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('domain 47.4: leaving an account out of the restatement breaks its opening tie-out and the restated balance', () => {
  const [figures] = fc.sample(anyFigures, 1)
  const statement = makeRestatedStatement(figures!, { 2320: 500_000 })
  const sources = statement()
  expect(sources.rows.restatements.map((row) => row.accountCode)).toEqual(['2320', '3130'])
  const findBlockingTiesWithout = (code: string) =>
    findBlockingTies(statement(sources.rows.restatements.filter((row) => row.accountCode !== code) as never))
  expect(findBlockingTiesWithout('2320')).toEqual(expect.arrayContaining(['AFS-T18', 'AFS-T47']))
  expect(findBlockingTiesWithout('3130')).toEqual(expect.arrayContaining(['AFS-T4', 'AFS-T47']))
  const misfiled = sources.rows.restatements.map((row) => ({ ...row, filed: Number(row.filed) + 50 }))
  expect(findBlockingTies(statement(misfiled as never))).toEqual(['AFS-T46.2320', 'AFS-T46.3130'])
})

test('AFS-10, domain 47.4: a prior-period adjustment needs accounts and explanations, and lines without it are refused', () => {
  const findFaultyFields = (priorPeriodAdjustment: boolean | null, restatements: object[]) =>
    checkRestatements({ priorPeriodAdjustment, restatements: restatements as never }, chart).map(
      ({ field }) => field,
    )
  const line = { accountCode: '2320', adjustment: 5, reason: 'Interest of 2023' }
  expect(findFaultyFields(null, [])).toEqual([])
  expect(findFaultyFields(true, [])).toEqual(['restatements'])
  expect(findFaultyFields(false, [line])).toEqual(['priorPeriodAdjustment'])
  expect(findFaultyFields(true, [line, { accountCode: '1000T', adjustment: 0, reason: ' ' }])).toEqual([
    ...['restatements.1.accountCode', 'restatements.1.adjustment', 'restatements.1.reason'],
  ])
})
