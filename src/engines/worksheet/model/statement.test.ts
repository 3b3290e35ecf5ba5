import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { computeSheet } from '#ui/worksheet/sheet.ts'
import { getSheetLines } from '../web/lines.ts'
import { checkRows } from './import.ts'
import {
  compareTieOut,
  createCentsReader,
  createSourceNumbering,
  describeOrigin,
  type FigureLine,
  getDerivation,
  getEffectOnTotal,
  getStatementSources,
  needsNote,
} from './index.ts'
import { startsWithAccountCodes } from './pasted.ts'

const account = (code: string, name = code, formula: string | null = null, sign: 1 | -1 = 1) =>
  ({
    code,
    name,
    formula,
    sign,
    section: `${code.slice(0, 2)}00 Section`,
    statement: 'Budget',
    position: 0,
  }) as unknown as Account

/**
 * A small version of the chart of domain 4.4: 5152N = 5100T − 5200T, 5000T with other revenue, expenses in
 * a range, and an allowance that is subtracted from its range.
 */
const chart = buildChart([
  account('5120', 'Rent'),
  account('5121', 'Assistance'),
  account('5100T', 'Total rent', '5120..5194'),
  account('5220', 'Vacancies'),
  account('5250', 'Concessions'),
  account('5200T', 'Total vacancies', '5220..5290'),
  account('5152N', 'Net rent', '5100T - 5200T'),
  account('6310', 'Salaries'),
  account('6320', 'Fee'),
  account('6331', 'Refunds', null, -1),
  account('6263T', 'Administrative', '6203..6391'),
  account('5060T', 'Profit', '5152N - 6263T'),
])
const typedCodes = chart.accounts.filter((account) => account.formula === null).map((account) => account.code)
const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })
const figures = fc
  .array(cents, { minLength: typedCodes.length, maxLength: typedCodes.length })
  .map((all) => new Map(typedCodes.map((code, index) => [code, all[index]!])))

describe('the sum of a statement', () => {
  test('domain 8.4: gross potential 381,600 less vacancies 22,896 and concessions 1,500 is 357,204', () => {
    const read = createCentsReader(
      chart,
      new Map([
        ['5120', 38_160_000],
        ['5220', 2_289_600],
        ['5250', 150_000],
      ]),
    )
    expect([read('5100T'), read('5200T'), read('5152N')]).toEqual([38_160_000, 2_439_600, 35_720_400])
  })

  test('browser and server compute every total to the same cent for any figures', () => {
    const lines = getSheetLines(chart, () => true)
    const column = { key: 'amount', label: 'Amount' }
    fc.assert(
      fc.property(figures, (all) => {
        const read = createCentsReader(chart, all)
        const cells = Object.fromEntries(
          [...all].map(([code, amount]) => [code, { amount: fromCents(amount) }]),
        )
        const computed = computeSheet({ lines, columns: [column], rounding: true }, cells)
        for (const line of lines)
          if (line.kind !== 'heading') expect(computed.at(line, column)).toBe(fromCents(read(line.key)))
      }),
    )
  })

  test('a cent more in one figure changes every total it affects by one cent, and no other total', () => {
    fc.assert(
      fc.property(figures, fc.constantFrom(...typedCodes), (all, code) => {
        const [before, after] = [
          createCentsReader(chart, all),
          createCentsReader(chart, new Map(all).set(code, all.get(code)! + 1)),
        ]
        for (const total of chart.countedByTotal.keys())
          expect(after(total) - before(total)).toBe(getEffectOnTotal(chart, code, total))
      }),
    )
    expect(['5120', '5220', '6310', '6331'].map((code) => getEffectOnTotal(chart, code, '5060T'))).toEqual([
      1, -1, -1, 1,
    ])
  })
})

describe('changes and tie-outs', () => {
  test.each([
    [14_000_00, 16_240_00, true],
    [14_000_00, 15_400_00, false],
    [5000_00, 5900_00, false],
    [0, 1000_01, true],
    [-4000_00, -2000_00, true],
  ])('domain 8.7: from %i to %i cents needs a note: %s', (from, to, isWanted) => {
    expect(needsNote(from, to, { percent: 10, dollars: 1000 })).toBe(isWanted)
  })

  const tie = (remaining: number, right: number, holds: 'equal' | 'at least' | 'at most' = 'equal') =>
    compareTieOut(
      {
        id: 'T',
        title: 'T',
        source: '',
        left: { label: 'a', cents: remaining },
        right: { label: 'b', cents: right },
        holds,
        stops: true,
      },
      1,
      new Map([['1110', 30_000]]),
    )

  test.each([
    [41_040_00, 41_400_00, 'Divides by 9: two digits may be swapped.'],
    [58_720_00, 58_420_00, 'Equals account 1110: is it left out?'],
    [500, -500, 'The sign is turned.'],
    [20_000, 10_000, 'One figure is twice the other.'],
    [10_001, 77_777, null],
    [0, 360_00, null],
    [360_00, 0, null],
  ])('%i against %i: %s', (remaining, right, hint) => {
    expect(tie(remaining, right)).toMatchObject({ agrees: false, difference: remaining - right, hint })
  })

  test('domain 4.14: a difference of one dollar is within the tolerance, one cent more is not; an order is checked in one direction', () => {
    expect(
      [
        tie(100_00, 101_00),
        tie(100_00, 101_01),
        tie(500, 900_00, 'at most'),
        tie(500, 900_00, 'at least'),
      ].map((tied) => tied.agrees),
    ).toEqual([true, false, true, false])
  })
})

test('the derivation of a figure has its formula, its parts, their sources and the totals that use it', () => {
  const origins = {
    5120: { by: 5, at: '2026-03-12T15:00:00Z', file: 'grove.xlsx', row: 6 },
    5250: { by: 5, at: '2026-03-14T15:00:00Z', was: { amount: 1050, file: 'grove.xlsx', row: 16 } },
  } as Record<string, object>
  const read = createCentsReader(
    chart,
    new Map([
      ['5120', 38_160_000],
      ['5250', 150_000],
    ]),
  )
  const people = { 5: 'Ann Lee' }
  const derived = getDerivation(chart, '5152N', { read, origin: (code) => origins[code] as never, people })
  expect(derived).toMatchObject({
    formula: '= 5100T − 5200T',
    cents: 38_010_000,
    parts: [
      { sign: 1, cents: 38_160_000, from: null },
      { sign: -1, cents: 150_000 },
    ],
  })
  expect(derived?.usedIn.map((item) => item.code)).toEqual(['5060T'])
  expect(
    getDerivation(chart, '5100T', { read, origin: (code) => origins[code] as never, people })?.parts[0]?.from,
  ).toBe('imported 03/12/2026, grove.xlsx, row 6')
  expect(describeOrigin(origins[5250] as never, people)).toBe(
    'typed by Ann Lee, 03/14/2026; was $1,050.00 in grove.xlsx, row 16',
  )
  expect(describeOrigin(undefined, people)).toBe('nothing entered')
  expect(describeOrigin(undefined, people, 500), 'of a figure').toBe('not saved yet, or no source recorded')
  expect(describeOrigin({ by: 5, at: '2026-03-14T15:00:00Z', carried: 'the 2026 budget, B-7' }, people)).toBe(
    'carried from the 2026 budget, B-7',
  )
})

test('point 7: a print lists every source once in the words of the screen, with the rows of imported figures', () => {
  const [userId, time] = [1, '2026-03-12T15:00:00Z']
  const lines = [
    {
      code: '5120',
      origins: {
        proposed: { by: userId, at: time },
        current: { by: userId, at: time, carried: 'the 2025 budget, B-1' },
      },
    },
    { code: '5121', origins: { proposed: { by: userId, at: time } } },
    { code: '6310', origins: { proposed: { by: userId, at: time, file: 'grove.xlsx', row: 6 } } },
    { code: '6320', origins: { proposed: { by: userId, at: time, file: 'grove.xlsx', row: 9 } } },
    { code: '6331', origins: { proposed: { by: userId, at: time } }, proposed: null },
  ]
  const columns = [
    { key: 'current', label: 'Current budget' },
    { key: 'proposed', label: 'Proposed' },
    { key: 'note', label: 'Note' },
  ]
  const sources = getStatementSources(chart, lines as Pick<FigureLine, 'code' | 'origins'>[], columns, {
    1: 'Ann Lee',
  })
  expect(sources.slice(0, 3).map(({ words, figures }) => [words, ...figures])).toEqual([
    ['carried from the 2025 budget, B-1', ['Current budget', ['5120']]],
    ['typed by Ann Lee, 03/12/2026', ['Proposed', ['5120', '5121']]],
    ['imported 03/12/2026, grove.xlsx', ['Proposed', ['6310 (row 6)', '6320 (row 9)']]],
  ])
  expect(sources.map(({ words }) => words)).toContain('5060T Profit = 5152N − 6263T')
  const getNumber = createSourceNumbering(sources)
  expect([
    getNumber('current', '5120'),
    getNumber('proposed', '5121'),
    getNumber('proposed', '6320'),
  ]).toEqual([1, 2, 3])
  expect(sources[getNumber('proposed', '5060T')! - 1]?.words).toContain('5060T Profit')
  expect(getNumber('proposed', '6331')).toBeUndefined()
})

describe('a file, row by row', () => {
  const columns = [
    { key: 'proposed', headings: ['Budget'] },
    { key: 'priorActual', headings: ['Actual'] },
  ]
  const check = (table: string[][], codesByName = new Map<string, string>()) =>
    checkRows(table, { chart, columns, usual: 'proposed', codesByName: codesByName })

  test('the check finds the headings, reads the amounts, leaves totals and headings out, and names the faults', () => {
    const rows = check([
      ['Maple Grove', '', ''],
      ['Account', 'Description', 'Budget', 'Actual'],
      ['', 'Income', '', ''],
      ['5120', 'Rents', '$381,600.00', '372,000'],
      ['5100T', 'Total', '381,600'],
      ['5220', 'Loss', 'about 5'],
      ['5120.10', 'Rents again', '1'],
      ['', 'Staff pay', '(20.50)'],
    ])
    expect(
      rows.map(({ row, code, amounts, faults, leftOutReason: left }) => [
        row,
        code,
        amounts,
        faults.length,
        left !== null,
      ]),
    ).toEqual([
      [3, null, {}, 0, true],
      [4, '5120', { proposed: 381_600, priorActual: 372_000 }, 0, false],
      [5, '5100T', { proposed: 381_600 }, 0, true],
      [6, '5220', { proposed: null }, 1, false],
      [7, '5120', { proposed: 1 }, 1, false],
      [8, null, { proposed: -20.5 }, 1, false],
    ])
    expect(rows[4]?.faults).toEqual(['5120 is already in row 4.'])
  })

  test('the amount is in the last column that reads as amounts, even if other columns follow; a dash in a spreadsheet is 0', () => {
    const checkAmounts = (table: string[][]) =>
      check(table).map(({ code, amounts, faults }) => [code, amounts, faults])
    const both = [
      ['5120', { proposed: 1000 }, []],
      ['5220', { proposed: 0 }, []],
    ]
    expect(
      checkAmounts([['5120', 'Rents', '1,000', '', ''].concat(''), ['5220', 'Loss', '$ -', '']]),
    ).toEqual(both)
    expect(
      checkAmounts([
        ['5120', '1000', ''],
        ['5220', ' - '],
      ]),
    ).toEqual(both)
    expect(
      checkAmounts([
        ['Account', 'Description', 'FY 27', 'Remarks'],
        ['5120', 'Rents', '1,000', 'up a little'],
        ['5220', 'Loss', '–', ''],
      ]),
    ).toEqual(both)
    expect(
      check([
        ['Account', 'Description', '2025', 'Notes'],
        ['5120', 'Rents', '7', 'up'],
      ])[0]?.note,
    ).toBe('up')
  })

  test('a pasted table that begins with account codes is distinguished from a block of amounts', () => {
    const codes = new Set(['5120', '5220', '6310'])
    const isAccountTable = (...rows: string[][]) => startsWithAccountCodes(rows, codes)
    expect(
      isAccountTable(['Account', 'Budget'], ['5120', '1,000'], ['5100T', '1,000'], ['6310-00', '5']),
    ).toBe(true)
    expect(isAccountTable(['5120 Rents', '1,000'])).toBe(true)
    expect(
      isAccountTable(
        ['5120', ' Rents', '1'],
        ['5220', '', '1'],
        ['6310', '', '1'],
        ['5220', '', ''],
        ['9999', '', '4'],
      ),
    ).toBe(true)
    expect(isAccountTable(['5120'], ['5220'])).toBe(false)
    expect(isAccountTable(['5,120', '6,000'], ['5120', '400'], ['12', '']), 'amounts').toBe(false)
    expect(isAccountTable(['$9,860.00', '10'], ['(7,000)', ''])).toBe(false)
  })

  test('accounts are found by the names in the company’s own books and in the chart; without headings the code is first and the amount last', () => {
    expect(
      check([['', 'Staff pay', '5']].concat([['', 'x', '']]), new Map([['staff pay', '6310']]))[0],
    ).toMatchObject({
      code: '6310',
      amounts: { proposed: 5 },
    })
    expect(
      check([
        ['Description', 'Budget'],
        ['salaries', '7'],
      ])[0],
    ).toMatchObject({ code: '6310' })
    expect(check([['6310', '7']])[0]).toMatchObject({ code: '6310', amounts: { proposed: 7 }, faults: [] })
  })

  test('the check accepts any table, and no account has more than one ready row', () => {
    const cell = fc.oneof(
      fc.constantFrom('5120', '6310', 'Budget', 'Account', ''),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 12 }), (table) => {
        const ready = check(table).filter((row) => row.leftOutReason === null && row.faults.length === 0)
        expect(new Set(ready.map((row) => row.code)).size).toBe(ready.length)
      }),
    )
  })
})
