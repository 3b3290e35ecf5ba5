import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents } from '#kernel/model/money.ts'
import { anyFigures, chart, type Figures, made } from '#tests/madeStatements.ts'
import { getAnnualStatementTies, type Sources } from './index.ts'
import { restatedPrior, restatementFaults } from './restating.ts'

const broken = (compared: Sources) =>
  getAnnualStatementTies(compared).flatMap((tie) => (tie.stops && !tie.agrees ? tie.id : []))
/** Accounts of the year before that are adjusted here. */
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

/** A statement that begins from other balances than were filed, with the lines that restate them. */
function restating(figures: Figures, changes: Readonly<Record<string, number>>) {
  const filed = made(figures).prior!
  const open = Object.fromEntries(
    Object.entries(figures.open).map(([code, cents]) => [code, cents + (changes[code] ?? 0)]),
  )
  const statement = made({ ...figures, open })
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
    prior: restatedPrior(chart, amounts, filed.rows, lines),
  })
}
const added = fc.record(
  Object.fromEntries(codes.map((code) => [code, fc.integer({ min: 0, max: 5_000_000 })])) as Record<
    string,
    fc.Arbitrary<number>
  >,
)

test('AFS-T46, T47, domain 47.4: with its restatement a statement ties to the year before, whatever was adjusted', () => {
  fc.assert(
    fc.property(anyFigures, added, (figures, changes) => {
      expect(broken(restating(figures, changes)())).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('domain 47.4: an account that is left out breaks its opening tie-out and the balance of the restated year', () => {
  const [figures] = fc.sample(anyFigures, 1)
  const statement = restating(figures!, { 2320: 500_000 })
  const sources = statement()
  expect(sources.rows.restatements.map((row) => row.accountCode)).toEqual(['2320', '3130'])
  const without = (code: string) =>
    broken(statement(sources.rows.restatements.filter((row) => row.accountCode !== code) as never))
  expect(without('2320')).toEqual(expect.arrayContaining(['AFS-T18', 'AFS-T47']))
  expect(without('3130')).toEqual(expect.arrayContaining(['AFS-T4', 'AFS-T47']))
  const misfiled = sources.rows.restatements.map((row) => ({ ...row, filed: Number(row.filed) + 50 }))
  expect(broken(statement(misfiled as never))).toEqual(['AFS-T46.2320', 'AFS-T46.3130'])
})

test('AFS-10, domain 47.4: the adjustment names its accounts with their explanation, and nothing is restated without it', () => {
  const wrong = (priorPeriodAdjustment: boolean | null, restatements: object[]) =>
    restatementFaults({ priorPeriodAdjustment, restatements: restatements as never }, chart).map(
      ({ field }) => field,
    )
  const line = { accountCode: '2320', adjustment: 5, reason: 'Interest of 2023' }
  expect(wrong(null, [])).toEqual([])
  expect(wrong(true, [])).toEqual(['restatements'])
  expect(wrong(false, [line])).toEqual(['priorPeriodAdjustment'])
  expect(wrong(true, [line, { accountCode: '1000T', adjustment: 0, reason: ' ' }])).toEqual([
    ...['restatements.1.accountCode', 'restatements.1.adjustment', 'restatements.1.reason'],
  ])
})
