import { at, debtService, operatingCost, operatingIncome, own, type Term } from './figures.ts'
import { fullYear, type Metric, type Of, over, percentOf, type Reckoned, SOURCE } from './metric.ts'
import { byBounds, onScale, printed, rounded } from './ratings.ts'

function coverage({ year, around }: Of): Reckoned {
  const [income, debt] = [operatingIncome(year), debtService(year)]
  const rows = year.custom.filter((row) => row.include)
  const custom = rows.reduce((sum, row) => sum + row.amount, 0)
  const deposits = around.coverageAfterReserve ? year.reserveDeposits : 0
  const listed = own(
    'custom income',
    custom,
    rows.map((row) => own(row.description, row.amount)),
  )
  const formula: Term[] = [
    '(',
    income.figure,
    ...(rows.length > 0 ? [' + ', listed] : []),
    ...(around.coverageAfterReserve
      ? [' − ', own('reserve deposits', deposits, [own(year.reserveDepositsFrom, deposits)])]
      : []),
    ') ÷ ',
    debt.figure,
  ]
  if (!debt.known) return { value: null, instead: 'principal unknown', formula }
  if (debt.cents <= 0) return { value: null, instead: 'no debt', formula }
  return { value: (income.cents + custom - deposits) / debt.cents, formula }
}

/** Ratios of income, rent, debt and payables. */
export const ratios: readonly Metric[] = [
  {
    id: 'RPC-M1',
    name: 'Debt coverage (DCR)',
    source: SOURCE,
    unit: 'ratio',
    words: ({ coverageAfterReserve }) =>
      `Net operating income ${coverageAfterReserve ? 'after' : 'before'} reserve deposits, over principal, interest and mortgage insurance of debt that must be paid`,
    reckon: coverage,
    rate: (value, { thresholds: t }) => onScale(value, [t.coverage5, t.coverage4, t.coverage3, t.coverage2]),
    measured: ({ thresholds: t }) => ({
      words: [
        `from ${printed(t.coverage5, 'ratio')} is 5, ${printed(t.coverage4, 'ratio')} is 4`,
        `below ${printed(t.coverage3, 'ratio')} watch, below ${printed(t.coverage2, 'ratio')} fails`,
      ],
      line: t.coverage3,
    }),
  },
  {
    id: 'RPC-M2',
    name: 'Uncollected rent',
    source: SOURCE,
    unit: 'percent',
    words: () => 'Vacancy loss and bad debt, over total rent revenue; rated in whole percent',
    reckon: ({ year }) => ({
      value: percentOf(year.read('5220') + year.read('5240') + year.read('6370'), year.read('5100T')),
      formula: [
        '(',
        at(year, '5220', 'vacancies, apartments'),
        ' + ',
        at(year, '5240', 'vacancies, commercial'),
        ' + ',
        at(year, '6370', 'bad debts'),
        ') ÷ ',
        at(year, '5100T', 'total rent revenue'),
      ],
    }),
    rate: (value, { thresholds: t }) =>
      onScale(value && rounded(value, 'score'), [t.uncollected5, t.uncollected4, t.uncollected3, t.uncollected2]),
    measured: ({ thresholds: t }) => ({
      words: [
        `up to ${t.uncollected5}% is 5, ${t.uncollected4}% is 4, ${t.uncollected3}% is 3`,
        `over ${t.uncollected3}% watch, over ${t.uncollected2}% fails`,
      ],
      line: t.uncollected3,
    }),
  },
  {
    id: 'RPC-M3',
    name: 'Economic occupancy',
    source: SOURCE,
    unit: 'percent',
    words: () => 'Total rent revenue less vacancies, concessions and bad debt, over total rent revenue',
    reckon: ({ year }) => ({
      value: percentOf(year.read('5100T') - year.read('5200T') - year.read('6370'), year.read('5100T')),
      formula: [
        '(',
        at(year, '5100T', 'total rent revenue'),
        ' − ',
        at(year, '5200T', 'total vacancies'),
        ' − ',
        at(year, '6370', 'bad debts'),
        ') ÷ ',
        at(year, '5100T', 'total rent revenue'),
      ],
    }),
    rate: (value, { thresholds: t }) => byBounds(value, { amber: t.occupancyGreen, red: t.occupancyRed, above: false }),
    measured: ({ thresholds: t }) => ({
      words: [`green from ${t.occupancyGreen}%`, `red below ${t.occupancyRed}%`],
      line: t.occupancyGreen,
    }),
  },
  {
    id: 'RPC-M4',
    name: 'Physical inspection',
    source: SOURCE,
    unit: 'score',
    words: () => 'Score of the last NSPIRE or REAC inspection',
    reckon: ({ year }) => ({ value: year.inspectionScore, instead: 'not entered', formula: [] }),
    rate: (value, { thresholds: t }) => onScale(value, [t.inspection5, t.inspection4, t.inspection3, t.inspection2]),
    measured: ({ thresholds: t }) => ({
      words: [
        `from ${t.inspection5} is 5, ${t.inspection4} is 4, ${t.inspection3} is 3`,
        `below ${t.inspection3} watch, below ${t.inspection2} fails`,
      ],
      line: t.inspection3,
    }),
  },
  {
    id: 'RPC-M5',
    name: 'Current ratio',
    source: SOURCE,
    unit: 'ratio',
    words: () => 'Current assets and tenant deposits held, without reserves, over current liabilities',
    reckon: ({ year }) => ({
      value: over(year.read('1100T') + year.read('1191'), year.read('2122T')),
      formula: [
        '(',
        at(year, '1100T', 'current assets'),
        ' + ',
        at(year, '1191', 'tenant deposits held'),
        ') ÷ ',
        at(year, '2122T', 'current liabilities'),
      ],
    }),
    rate: (value, { thresholds: t }) => byBounds(value, { amber: t.currentAmber, red: t.currentRed, above: false }),
    measured: ({ thresholds: t }) => ({
      words: [`amber below ${printed(t.currentAmber, 'ratio')}`, `red below ${printed(t.currentRed, 'ratio')}`],
      line: t.currentAmber,
    }),
  },
  {
    id: 'RPC-M6',
    name: 'Days payable',
    source: SOURCE,
    unit: 'days',
    words: () => 'Accounts payable over a day’s operating cost of a full year',
    reckon: ({ year }) => {
      const cost = operatingCost(year)
      const day = (cost.cents * 12) / year.months / 365
      return {
        value: over(year.read('2110'), day),
        formula: [at(year, '2110', 'accounts payable'), ' ÷ (', cost.figure, ...fullYear(year.months), ' ÷ 365)'],
      }
    },
    rate: (value, { thresholds: t }) => byBounds(value, { amber: t.payableAmber, red: t.payableRed, above: true }),
    measured: ({ thresholds: t }) => ({
      words: [`amber over ${t.payableAmber}`, `red over ${t.payableRed}`],
      line: t.payableAmber,
    }),
  },
]
