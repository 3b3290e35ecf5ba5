import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartOf } from '#ground/chart/model/index.ts'
import { reckonCents } from '#statement/model/index.ts'
import { answersOf, currentTemplate, templateOf, templates, unexplained } from './checklist.ts'
import type { Year } from './figures.ts'
import { countsText, findingsOf, openCures, proposalsOf, type StoredFinding, standing } from './findings.ts'
import { bodyOf, letterKindOf, letterOf } from './letter.ts'
import type { Around } from './metric.ts'
import { formulaText, metrics, type Rated, reckonMetrics } from './metrics.ts'
import type { Facts } from './questions.ts'
import { rounded } from './ratings.ts'
import { type Thresholds, thresholds } from './settings.ts'
import { variancesOf } from './variance.ts'

/** Maple Grove in fiscal year 2025 (domain 8.4, 5.4), in cents. */
const maple: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    ...{ 5120: 381_600, '5100T': 381_600, 5220: 22_896, 5250: 1_500, '5200T': 24_396, '5000T': 366_404, 6370: 4_104 },
    ...{ '6263T': 62_480, '6400T': 38_900, '6500T': 78_300, '6700T': 64_250, 6320: 22_722 },
    ...{ 6820: 41_040, 6825: 5_100, 6850: 2_100 },
    ...{ 1110: 300, 1120: 58_420, 1130: 2_860, '1100T': 66_760, 1191: 16_800, 1310: 9_000, 1320: 62_400, 1330: 54_000 },
    ...{
      2110: 11_860,
      2131: 3_420,
      2150: 4_310,
      '2122T': 65_310,
      2191: 15_900,
      '1000T': 1_900_000,
      '2033T': 1_900_000,
    },
  }).map(([code, dollars]) => [code, dollars * 100]),
)
const yearOf = (figures: Readonly<Record<string, number>>, more: Partial<Year> = {}): Year => ({
  ...{ afsId: 1, year: 2025, months: 12, units: 48, principal: 2_736_000, reserveDeposits: 1_440_000 },
  read: (code) => figures[code] ?? 0,
  ...more,
})
const defaults = Object.fromEntries(Object.entries(thresholds).map(([name, one]) => [name, one.default])) as Thresholds
const around: Around = {
  thresholds: defaults,
  ...{ coverageAfterReserve: true, custom: [], inspectionScore: 84, mostFee: 42, median: 4_960 },
}
const cardOf = (years: readonly Year[], more: Partial<Around> = {}) => {
  const all = reckonMetrics(years, { ...around, ...more })
  return (id: string) => all.find((one) => one.id === id) as Rated
}
const shown = ({ text, label, level }: Rated) => [text, label, level]

describe('ratios of domain 8.3', () => {
  test('RPC-M1 to RPC-M14, domain 8.4 and 8.5 to the cent', () => {
    const of = cardOf([yearOf(maple), yearOf({ ...maple, 2110: 1_000_000, 1120: 5_000_000 }, { afsId: 2, year: 2024 })])
    expect(metrics.map(({ id }) => [id, ...shown(of(id))])).toEqual([
      ['RPC-M1', '1.43', '5', 'good'],
      ['RPC-M2', '7.08%', '3', 'fair'],
      ['RPC-M3', '92.53%', 'Amber', 'watch'],
      ['RPC-M4', '84', '4', 'good'],
      ['RPC-M5', '1.28', 'Green', 'good'],
      ['RPC-M6', '18 days', 'Green', 'good'],
      ['RPC-M7', '$5,081.88', 'Green', 'good'],
      ['RPC-M8', '100.00%', 'Green', 'good'],
      ['RPC-M9', '$1,300', 'Green', 'good'],
      ['RPC-M10', '8.99%', 'Green', 'good'],
      ['RPC-M11', '18.60%', '', 'none'],
      ['RPC-M12', '$8,420', '', 'none'],
      ['RPC-M13', '$1,223.33', '', 'none'],
      ['RPC-M14', '2.0 months', 'Amber', 'watch'],
    ])
    expect(formulaText(of('RPC-M1').formula)).toBe(
      '(122,474 net operating income − 14,400 reserve deposits) ÷ 75,600 debt service',
    )
    expect(formulaText(of('RPC-M3').formula)).toBe(
      '(381,600 total rent revenue − 24,396 total vacancies − 4,104 bad debts) ÷ 381,600 total rent revenue',
    )
    expect(of('RPC-M1').prior).toEqual([{ year: 2024, value: expect.closeTo(1.4295, 3), text: '1.43' }])
    expect(cardOf([yearOf({ ...maple, 1320: 4_350_000 })])('RPC-M9')).toMatchObject({ text: '$906.25', level: 'fail' })
  })

  test('RPC-M1: before deposits 1.62; custom income counts where included; no debt, and a negative income', () => {
    expect(cardOf([yearOf(maple)], { coverageAfterReserve: false })('RPC-M1')).toMatchObject({
      text: '1.62',
      words: expect.stringContaining('before reserve deposits'),
    })
    const custom = [
      { description: 'Insurance gain', amount: -3_000_000, include: true },
      { description: 'Grant', amount: 99_900_000, include: false },
    ]
    const adjusted = cardOf([yearOf(maple), yearOf(maple, { year: 2024 })], { custom })('RPC-M1')
    expect(adjusted).toMatchObject({ text: '1.03', label: '2', level: 'watch', prior: [{ text: '1.43' }] })
    expect(formulaText(adjusted.formula)).toContain('−30,000 custom income')
    const free = { ...maple, 6820: 0, 6825: 0, 6850: 0 }
    expect(shown(cardOf([yearOf(free, { principal: 0 })])('RPC-M1'))).toEqual(['no debt', '', 'none'])
    const poor = cardOf([yearOf({ ...maple, '5000T': 20_000_000 })])('RPC-M1')
    expect(shown(poor)).toEqual(['−0.77', '1', 'fail'])
  })

  test('domain 8.8: a short year is annualized a unit and a day, debt coverage is not', () => {
    const [full, short] = [cardOf([yearOf(maple)]), cardOf([yearOf(maple, { months: 6 })])]
    expect([short('RPC-M1').text, short('RPC-M6').text, short('RPC-M7').text, short('RPC-M9').text]).toEqual([
      full('RPC-M1').text,
      '9 days',
      '$10,163.75',
      full('RPC-M9').text,
    ])
    expect(formulaText(short('RPC-M7').formula)).toBe('243,930 operating cost × 12 ÷ 6 months ÷ 48 units')
  })

  test('bounds: each rating begins where its published bracket does, by the figure as it prints', () => {
    const coverage = (cents: number) =>
      cardOf([yearOf({ '5000T': cents, 6820: 10_000 }, { principal: 0, reserveDeposits: 0 })])('RPC-M1').label
    expect([13_000, 12_949, 12_000, 11_949, 11_000, 10_000, 9_949].map(coverage)).toEqual([
      '5',
      '4',
      '4',
      '3',
      '3',
      '2',
      '1',
    ])
    const uncollected = (percent: number) =>
      cardOf([yearOf({ '5100T': 1_000_000, 5220: percent * 10_000 })])('RPC-M2').label
    expect([4.49, 4.5, 5.5, 8.49, 8.5, 10.5].map(uncollected)).toEqual(['5', '4', '3', '3', '2', '1'])
  })

  test('no figure is infinite or not a number, whatever is typed; every threshold changes what is said', () => {
    const cents = fc.integer({ min: -10_000_000, max: 1_000_000_000 })
    const codes = Object.keys(maple)
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: codes.length, maxLength: codes.length }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 12 }),
        (drawn, units, months) => {
          const figures = Object.fromEntries(codes.map((code, at) => [code, drawn[at]!]))
          for (const one of reckonMetrics([yearOf(figures, { units, months })], around)) {
            expect(one.value === null || Number.isFinite(one.value)).toBe(true)
            expect(one.text).not.toMatch(/NaN|Infinity/)
            if (one.value === null) expect(one.level).toBe('none')
          }
        },
      ),
      { numRuns: 60 },
    )
    const said = (given: Thresholds) =>
      JSON.stringify(metrics.map((one) => one.measured({ ...around, thresholds: given })))
    for (const name of Object.keys(thresholds) as (keyof Thresholds)[])
      expect([name, said({ ...defaults, [name]: 0.5 })]).not.toEqual([name, said(defaults)])
  })

  test('a figure prints as it is rated: rounding keeps halves away from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (cents) => {
        expect(rounded(cents / 100, 'ratio')).toBe(cents / 100)
      }),
    )
    expect([rounded(1.005, 'ratio'), rounded(-2.5, 'days')]).toEqual([1.01, -3])
  })
})

const facts: Facts = {
  year: yearOf(maple),
  ...{ mostFee: 42, tolerance: 100, submitted: '2026-03-28T15:00:00Z', dueDate: '2026-03-31' },
  ...{ opinion: 'Unmodified', goingConcern: false, certifications: 2, ties: [] },
  ...{ depositsMade: 1_320_000, ledgerBalance: 6_240_000 },
  priorFindings: { afsId: 9, year: 2024, open: 0, cured: 1 },
  distributions: { paid: 1_200_000, approved: 1_200_000 },
}

describe('checklist of domain 8.2', () => {
  test('RPC-C1 to RPC-C24: what the portal answers, with the fact; what it leaves to a person', () => {
    const all = answersOf(currentTemplate, facts, [])
    const known = all
      .filter((one) => one.portal)
      .map(({ id, portal }) => `${id} ${portal?.answer ?? '?'}: ${portal?.fact}`)
    expect(known).toEqual([
      'RPC-C1 yes: received 03/28/2026, 3 days early',
      'RPC-C2 yes: opinion: unmodified',
      'RPC-C3 yes: no going-concern doubt is marked',
      'RPC-C6 ?: entered on the chart of 2025; compare the signed audit',
      'RPC-C7 yes: 2 of 2 certifications',
      'RPC-C8 ?: 2024: 1 finding, cured',
      'RPC-C9 yes: assets 1,900,000, liabilities and equity 1,900,000',
      'RPC-C12 yes: statement 62,400, agency 62,400',
      'RPC-C14 yes: accrued interest 3,420',
      'RPC-C15 yes: 22,722 ≤ 541 unit-months × $42.00 = 22,722',
      'RPC-C16 no: $1,200.00 delinquent: 13,200 made, 14,400 due',
      'RPC-C17 yes: 16,800 held ≥ 15,900 owed',
      'RPC-C18 yes: 12,000 paid, 12,000 approved',
      'RPC-C21 yes: escrow 9,000, accrued property taxes 4,310',
      'RPC-C24 yes: no entity expenses',
    ])
    expect(all.filter((one) => one.answer === null).map((one) => one.id)).toEqual(
      ['4', '5', '6', '8', '10', '11', '13', '19', '20', '22', '23'].map((n) => `RPC-C${n}`),
    )
  })

  test('RPC-R1 overriding the portal needs a comment and keeps its fact', () => {
    const [silent] = [{ id: 'RPC-C16', answer: 'yes', comment: ' ' }] as const
    const all = answersOf(currentTemplate, facts, [silent, { id: 'RPC-C20', answer: 'yes', comment: null }])
    expect(unexplained(all).map((one) => one.id)).toEqual(['RPC-C16'])
    const told = answersOf(currentTemplate, facts, [{ ...silent, comment: 'Deposit of 01/02 counts.' }])
    expect(unexplained(told)).toEqual([])
    expect(told.find((one) => one.id === 'RPC-C16')).toMatchObject({
      ...{ answer: 'yes', from: 'person', comment: 'Deposit of 01/02 counts.' },
      portal: { answer: 'no', fact: expect.stringContaining('delinquent') },
    })
  })

  test('RPC-R2 the template follows the fiscal year; moving to the current one keeps every answer', () => {
    expect([2019, 2023, 2024, 2030].map((year) => templateOf(year).version)).toEqual([1990, 1990, 2024, 2024])
    const [oldest] = templates.slice(-1)
    const byPerson = oldest!.items.map(({ id }) => ({ id, answer: 'na' as const, comment: 'As before.' }))
    const before = answersOf(oldest!, facts, byPerson)
    const after = answersOf(currentTemplate, facts, byPerson)
    for (const one of before) expect(after).toContainEqual(one)
    expect(after.length).toBe(24)
  })
})

const stored = (more: Partial<StoredFinding>): StoredFinding => ({
  ...{ afsReportCardFindingId: 7, origin: null, kind: 'cure', title: null, needs: null, droppedReason: null },
  ...{ openedOn: null, cureBy: null, curedOn: null, cureNote: null },
  ...more,
})

describe('findings and letters', () => {
  const rated = reckonMetrics([yearOf(maple)], around)
  const proposals = proposalsOf(rated, answersOf(currentTemplate, facts, []))

  test('RPC-R3 a No and a failed ratio propose a finding to cure, one on watch an observation', () => {
    expect(proposals.map(({ origin, kind }) => [origin, kind])).toEqual([
      ['RPC-C16', 'cure'],
      ['RPC-M3', 'observation'],
      ['RPC-M14', 'observation'],
    ])
    const all = findingsOf(proposals, [])
    expect(countsText(all)).toBe('1 to cure, 2 observations')
    expect(all[0]?.title).toBe(
      'A deposit to the replacement reserve is delinquent: $1,200.00 delinquent: 13,200 made, 14,400 due',
    )
  })

  test('RPC-R4 a finding is kept, edited, dropped with a reason, cured, or written by hand', () => {
    const all = findingsOf(proposals, [
      stored({ origin: 'RPC-C16', title: 'A deposit of $1,200 is delinquent', curedOn: '2026-05-02' }),
      stored({ origin: 'RPC-M3', kind: 'observation', droppedReason: 'Renovation.' }),
      stored({ title: 'Petty cash is not counted' }),
      stored({ origin: 'RPC-C4', title: null }),
    ])
    expect(standing(all).map(({ title, source, edited }) => [title, source, edited])).toEqual([
      ['A deposit of $1,200 is delinquent', 'checklist', true],
      [expect.stringContaining('Operating reserve 2.0 months'), 'ratio', false],
      ['Petty cash is not counted', 'person', true],
    ])
    expect(openCures(all).map((one) => one.title)).toEqual(['Petty cash is not counted'])
  })

  test('RPC-R5 the letter keeps what follows the card apart from what was written by hand', () => {
    const of = (hand: Record<string, string>, findings = findingsOf(proposals, [])) =>
      letterOf(letterKindOf(3, findings), {
        ...{ year: 2025, submitted: '2026-03-28T15:00:00Z', metrics: rated, findings, hand },
        ...{ cureBy: '2026-05-21', cureDays: 30 },
      })
    const letter = of({ observations: 'Please tell us what you plan for the vacant units.' })
    expect(letter.map((one) => [one.id, one.hand])).toEqual([
      ['opening', null],
      ['cures', null],
      ['observations', 'Please tell us what you plan for the vacant units.'],
      ['closing', null],
    ])
    expect(bodyOf(letter)).toContain('One finding needs a cure by 05/21/2026:')
    expect(letter[0]?.text).toContain('Debt coverage is 1.43; uncollected rent is 7.08% of total rent revenue.')
    const accepted = of({}, findingsOf([], []))
    expect(bodyOf(accepted).at(-1)).toBe('The agency accepts the statement.')
    expect(letterKindOf(6, findingsOf([], [stored({ title: 'Late', curedOn: '2026-05-02' })]))).toBe('clearance')
  })
})

test('domain 8.7: gas 14,000 budgeted, 16,240 audited: +2,240, +16.0% unfavorable; n/a on a budget of zero', () => {
  const account = (code: string, position: number, formula: string | null = null, sign = 1) => ({
    ...{
      chartAccountId: position,
      code,
      name: code,
      statement: 'Income and expense',
      section: 'A',
      position,
      sign,
      formula,
    },
    ...{ programs: null, effectiveFrom: 1990, effectiveTo: null },
  })
  const chart = chartOf([
    account('5120', 1),
    account('5220', 2),
    account('6452', 3),
    account('6525', 4),
    account('3250', 5, '5120 - 5220 - 6452 - 6525'),
  ] as Parameters<typeof chartOf>[0] as never)
  const read = (figures: Record<string, number>) => reckonCents(chart as never, new Map(Object.entries(figures)))
  const rows = variancesOf({
    chart: chart as never,
    budget: read({ 5120: 100_000_00, 5220: 5_000_00, 6452: 14_000_00 }),
    actual: read({ 5120: 101_000_00, 5220: 7_000_00, 6452: 16_240_00, 6525: 1_500_00 }),
    ...{ units: 48, limits: { percent: 10, dollars: 1000 }, explanations: { 6452: 'Cold winter.' } },
  })
  expect(rows.map((one) => [one.code, one.variance, one.percent?.toFixed(1), one.favorable, one.flagged])).toEqual([
    ['5120', 1_000, '1.0', true, false],
    ['5220', 2_000, '40.0', false, true],
    ['6452', 2_240, '16.0', false, true],
    ['6525', 1_500, undefined, false, true],
    ['3250', -4_740, '-5.9', false, false],
  ])
  expect(rows[2]).toMatchObject({ budgetPerUnit: 291.67, actualPerUnit: 338.33, explanation: 'Cold winter.' })
})
