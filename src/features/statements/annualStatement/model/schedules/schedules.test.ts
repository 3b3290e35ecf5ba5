import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCentsReader } from '#engines/worksheet/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { anyFigures, chart, makeStatement } from '#tests/madeStatements.ts'
import { restrictedCash } from './cashFlowLines.ts'
import {
  carryFigures,
  describeFormula,
  getAddends,
  getAnnualStatementMoney,
  getAnnualStatementSchedule,
  getAnnualStatementTies,
  getCents,
  type Part,
  parts,
  readCashFlows,
  type Sources,
  tieRules,
} from './index.ts'

test('point 7: a computed column equals the signed sum of the entered columns that addends returns', () => {
  const annualStatementSchedule = getAnnualStatementSchedule('fixedAssets')
  expect(getAddends(annualStatementSchedule, 'net')).toEqual({
    beginning: 1,
    additions: 1,
    disposals: -1,
    depreciationBeginning: -1,
    depreciationExpense: -1,
    depreciationDisposals: 1,
  })
  const row = {
    beginning: 7,
    additions: 5.5,
    disposals: 1,
    depreciationBeginning: 2,
    depreciationExpense: 3,
    depreciationDisposals: 0.25,
  }
  for (const name of Object.keys(annualStatementSchedule.computed)) {
    const sum = Object.entries(getAddends(annualStatementSchedule, name)).reduce(
      (all, [column, sign]) => all + sign * getCents(annualStatementSchedule, row, column),
      0,
    )
    expect([name, sum]).toEqual([name, getCents(annualStatementSchedule, row, name)])
  }
})

const [sampled] = fc.sample(anyFigures, 1)
/** The figures of one statement, each different from all others. */
const distinctFigures = JSON.parse(JSON.stringify(sampled), (name, value) =>
  typeof value === 'number' ? 100_003 * (1 + (Number(`0x${Buffer.from(name).toString('hex')}`) % 97)) : value,
) as typeof sampled
const statement = makeStatement(distinctFigures!)
const findBrokenTies = (compared: Sources) =>
  getAnnualStatementTies(compared)
    .filter((tie) => !tie.agrees)
    .map((tie) => tie.id)
/**
 * The tie-outs that may fail in a submitted statement: deposit insurance, unfunded tenant deposits, capital
 * work not paid from the reserve.
 */
const findings = ['AFS-T34', 'AFS-T35', 'AFS-T42']
const isFinding = (id: string) => findings.some((finding) => id === finding || id.startsWith(`${finding}.`))

describe('schedules of the annual statement', () => {
  test('domain 4.7: 57,600 + 14,400 + 960 − 10,560 − 0 = 62,400', () => {
    const reserve = {
      beginning: 57_600,
      deposits: 14_400,
      interest: 960,
      releases: 10_560,
      fees: 0,
      monthlyRequired: 1_200,
      months: 12,
    }
    const annualStatementSchedule = getAnnualStatementSchedule('reserves')
    expect(
      ['ending', 'required', 'beyond'].map((name) =>
        fromCents(getCents(annualStatementSchedule, reserve, name)),
      ),
    ).toEqual([62_400, 14_400, 0])
    expect(describeFormula(annualStatementSchedule, 'ending')).toBe(
      '= beginning balance + deposits + interest + transfers − releases − fees',
    )
  })

  test('domain 4.10a: 1,900,000 × 100 % × 9 % = 171,000 a year', () => {
    const building = {
      eligibleBasis: 1_900_000,
      applicableFraction: 100,
      applicablePercentage: 9,
      claimed1: 171_000,
      claimed2: 171_000,
    }
    const annualStatementSchedule = getAnnualStatementSchedule('taxCredits')
    const read = (name: string) => fromCents(getCents(annualStatementSchedule, building, name))
    expect([read('qualifiedBasis'), read('annualCredit'), read('remaining')]).toEqual([
      1_900_000, 171_000, 1_368_000,
    ])
    expect(
      fromCents(
        getCents(
          annualStatementSchedule,
          { ...building, applicableFraction: 87.6543, applicablePercentage: 8.11 },
          'annualCredit',
        ),
      ),
    ).toBe(135_066.51)
  })

  test('domain 4.10: operations − investing + financing + beginning is cash at the end', () => {
    const amounts = { C110: 1000, C205: 300, C320: 100, C410: 50, C450: 20, C430: 10, C510: 77 }
    const read = readCashFlows(Object.entries(amounts).map(([code, amount]) => ({ code, amount })))
    expect(['C290N', 'C390N', 'C490N', 'C500N', 'C520N'].map((code) => read(code) / 100)).toEqual([
      700, 100, -60, 540, 617,
    ])
  })

  test('every computed column is computed from columns that exist', () => {
    for (const part of parts) {
      const annualStatementSchedule = getAnnualStatementSchedule(part)
      for (const formula of Object.values(annualStatementSchedule.computed))
        for (const name of 'terms' in formula ? formula.terms.map((term) => term.column) : formula.product)
          expect(
            name in annualStatementSchedule.columns || name in annualStatementSchedule.computed,
            `${part} ${name}`,
          ).toBe(true)
    }
  })
})

describe('tie-outs', () => {
  test('for any consistent books every blocking tie-out holds', () => {
    fc.assert(
      fc.property(anyFigures, (figures) => {
        expect(findBrokenTies(makeStatement(figures)).filter((id) => !isFinding(id))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('domain 47.1: they hold for every choice of disclosed restricted cash', () => {
    const kinds = fc.subarray(restrictedCash.map(({ code }): string => code))
    fc.assert(
      fc.property(anyFigures, kinds, (figures, restricted) => {
        const gaap = makeStatement(figures, restricted)
        expect(findBrokenTies(gaap).filter((id) => !isFinding(id))).toEqual([])
        const read = readCashFlows(gaap.rows.cashFlows)
        for (const { code, moves } of [
          { code: 'C532', moves: 'C310' },
          { code: 'C533', moves: 'C320' },
          { code: 'C535', moves: 'C330' },
        ])
          if (restricted.includes(code)) expect(read(moves)).toBe(0)
      }),
      { numRuns: 100 },
    )
  })

  test('domain 47.1: a disclosed reserve that is also entered as a deposit, or differs from its account, breaks a tie-out', () => {
    const gaap = makeStatement(distinctFigures!, ['C531', 'C533'])
    const findBrokenTiesAfterIncrease = (code: string, increase: number) => {
      const rows = gaap.rows.cashFlows.filter((row) => row.code !== code)
      const present = Number(gaap.rows.cashFlows.find((row) => row.code === code)?.amount ?? 0)
      return findBrokenTies({
        ...gaap,
        rows: { ...gaap.rows, cashFlows: [...rows, { code, amount: present + increase }] },
      })
    }
    expect(findBrokenTiesAfterIncrease('C320', 500)).toContain('AFS-T32')
    expect(findBrokenTiesAfterIncrease('C533', 500)).toContain('AFS-T13.C533')
    expect(findBrokenTiesAfterIncrease('C531', -500)).toContain('AFS-T13.C531')
  })

  test('changing any one figure by more than the tolerance breaks at least one tie-out', () => {
    const initialIds = new Set(findBrokenTies(statement))
    const findNewlyBrokenTies = (changed: Sources) =>
      findBrokenTies(changed).filter((id) => !initialIds.has(id))
    const codes = [...statement.typed.keys(), '1170', '2150', '6590', '3130']
    for (const code of codes) {
      const draft = new Map(statement.typed).set(code, (statement.typed.get(code) ?? 0) + 101)
      expect(
        findNewlyBrokenTies({ ...statement, read: createCentsReader(chart, draft) }),
        `account ${code}`,
      ).not.toEqual([])
    }
    for (const part of parts)
      for (const [position, row] of statement.rows[part].entries())
        for (const name of getCheckedColumns(part)) {
          const [cents, down] = [
            getCents(getAnnualStatementSchedule(part), row, name),
            name.startsWith('charged'),
          ]
          const rows = statement.rows[part].map((item, index) =>
            index === position ? { ...row, [name]: fromCents(cents + (down ? 101 : 101)) } : item,
          )
          expect(
            findNewlyBrokenTies({ ...statement, rows: { ...statement.rows, [part]: rows } }),
            `${part} ${position + 1} ${name}`,
          ).not.toEqual([])
        }
  })

  test('a difference up to the tolerance agrees, but partners’ percents must be exact', () => {
    const draft = new Map(statement.typed).set('1120', statement.typed.get('1120')! + 100)
    expect(findBrokenTies({ ...statement, read: createCentsReader(chart, draft) })).toEqual(
      findBrokenTies(statement),
    )
    const [first, ...remaining] = statement.rows.partnersEquity
    const rows = { ...statement.rows, partnersEquity: [{ ...first, percentOwned: 0.0101 }, ...remaining] }
    expect(findBrokenTies({ ...statement, rows })).toContain('AFS-T3')
  })

  test('every rule has a sentence and a source, and compares at least one pair', () => {
    const tieIds = new Set(
      getAnnualStatementTies({
        ...statement,
        approvedDistributions: 1,
        ledger: [fact],
        loans: [loan],
        rows: getRowsForAllRules(),
      }).map((tie) => tie.id.split('.')[0]),
    )
    expect(Object.keys(tieRules).filter((id) => !tieIds.has(id))).toEqual([])
    expect(
      Object.values(tieRules).every(({ says, source }) => /\.$/.test(says) && source.startsWith('domain')),
    ).toBe(true)
  })

  test('a hint says that a sign is turned, or names the account whose turned sign explains the difference', () => {
    const draft = new Map(statement.typed).set('1495', -statement.typed.get('1495')!)
    const turned = getAnnualStatementTies({ ...statement, read: createCentsReader(chart, draft) }).find(
      (tie) => tie.id === 'AFS-T37',
    )
    expect(turned?.hint).toBe('The sign is turned.')
    const balance = getAnnualStatementTies({ ...statement, read: createCentsReader(chart, draft) }).find(
      (tie) => tie.id === 'AFS-T1',
    )
    expect(balance?.hint).toBe('Equals twice account 1495: is its sign turned?')
  })

  test('the tie-outs of a full statement take less than 50 ms', () => {
    const startedAt = performance.now()
    for (let round = 0; round < 20; round++) getAnnualStatementTies(statement)
    expect((performance.now() - startedAt) / 20).toBeLessThan(50)
  })
})

describe('carried figures', () => {
  test('last year’s ending becomes this year’s beginning, with the statement as its source', () => {
    const { rows, from } = carryFigures('relatedParties', [], statement)
    expect(rows).toEqual([
      expect.objectContaining({
        party: 'Sponsor',
        owedCode: '2330',
        beginning: fromCents(distinctFigures!.open['2330']!),
      }),
    ])
    expect(from.get(0)).toEqual({ beginning: 'the 2034 statement' })
  })

  test('an entered figure stays, and a carried figure follows its source', () => {
    const identity = { party: 'Sponsor', nature: 'Developer fee', accountCode: '2330' }
    const draft = {
      ...identity,
      beginning: 1,
      origins: { beginning: { by: 1, at: '', was: { amount: 2, carried: 'the 2034 statement' } } },
    }
    expect(carryFigures('relatedParties', [draft], statement).rows).toEqual([draft])
    const carriedLine = { ...draft, origins: { beginning: { by: 1, at: '', carried: 'the 2034 statement' } } }
    expect(carryFigures('relatedParties', [carriedLine], statement).rows[0]).toMatchObject({
      beginning: fromCents(distinctFigures!.open['2330']!),
    })
  })

  test('the reserve schedule takes its figures and request numbers from the ledger, and its beginning from last year', () => {
    const last = {
      reserveKind: 'Replacement reserve',
      institution: 'Old Bank',
      accountNumber: '9',
      beginning: 57_000,
      deposits: 600,
    }
    const prior = { ...statement.prior!, rows: { ...statement.prior!.rows, reserves: [last] } }
    const { rows, from } = carryFigures('reserves', [], { ...statement, prior, ledger: [fact] })
    expect(rows).toEqual([
      expect.objectContaining({
        institution: 'Old Bank',
        beginning: 57_600,
        deposits: 14_400,
        releases: 10_560,
        requestNumbers: 'R-104, R-117',
        months: 12,
      }),
    ])
    expect(from.get(0)).toMatchObject({ beginning: 'the 2034 statement', releases: 'the agency’s ledger' })
    expect(fromCents(getCents(getAnnualStatementSchedule('reserves'), rows[0]!, 'ending'))).toBe(62_400)
  })
})

const loan = {
  lender: 'First Bank',
  accountCode: '2320',
  noteDate: '2010-06-01',
  originalAmount: 2_450_000,
  interestRate: 6,
  maturity: null,
  paymentTerms: 'Amortizing',
  lienPosition: 1,
  beginning: 2_450_000,
  additions: 0,
  payments: 61_600,
  interestPaid: 120_000,
  ending: 2_388_400,
}
const fact = {
  reserveKind: 'Replacement reserve',
  institution: 'First Bank',
  accountNumber: '4410',
  requestNumbers: 'R-104, R-117',
  whole: true,
  beginning: 57_599,
  deposits: 14_400,
  interest: 960,
  transfers: 0,
  releases: 10_560,
  fees: 0,
  ending: 62_399,
  monthlyRequired: 1_200,
}

/**
 * Returns the columns of a schedule that some tie-out checks. Original amounts, insured amounts and terms
 * are not checked.
 */
const getCheckedColumns = (part: Part) =>
  getAnnualStatementMoney(getAnnualStatementSchedule(part)).filter(
    (name) =>
      !['originalAmount', 'insured', 'monthlyRequired', 'stateCredit', 'confirmed'].includes(name) &&
      !(part === 'taxCredits' && name === 'claimed9') &&
      !name.startsWith('claimed10'),
  )

const getRowsForAllRules = () => ({
  ...statement.rows,
  cashFlows: [...statement.rows.cashFlows, { code: 'C531', amount: 1 }],
  restatements: [{ accountCode: '1120', filed: 1, adjustment: 1, reason: 'Found' }],
  reserves: statement.rows.reserves.map((row) => ({ ...row, confirmed: 1, monthlyRequired: 1, months: 12 })),
  relatedParties: [
    ...statement.rows.relatedParties,
    { party: 'Agent', accountCode: '6320', owedCode: '2110', charged: 1 },
  ],
})
