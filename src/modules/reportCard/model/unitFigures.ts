import { fromCents } from '#kernel/model/money.ts'
import { at, count, debtService, operatingCost, own, type Year } from './figures.ts'
import { fullYear, type Metric, occupiedMonths, over, percentOf, SOURCE } from './metric.ts'
import { byBounds, byLimit, notRated, printed, rounded } from './ratings.ts'

const cash = { 1110: 'petty cash', 1120: 'cash, operations', 1170: 'short-term investments' }
const cashOf = ({ read }: Year): number => Object.keys(cash).reduce((sum, code) => sum + read(code), 0)
const cashFigure = (year: Year) =>
  own(
    'cash',
    cashOf(year),
    Object.entries(cash).map(([code, name]) => at(year, code, name)),
  )

/** Figures a unit, reserves, fee and trends. */
export const unitFigures: readonly Metric[] = [
  {
    id: 'RPC-M7',
    name: 'Operating cost a unit',
    source: SOURCE,
    unit: 'dollars',
    words: () => 'Operating cost of a full year, over units; beside the median of the region',
    reckon: ({ year }) => {
      const cost = operatingCost(year)
      return {
        value: over((fromCents(cost.cents) * 12) / year.months, year.units),
        formula: [cost.figure, ...fullYear(year.months), ' ÷ ', count('units', year.units)],
      }
    },
    rate: (value, { median, thresholds: t }) =>
      value === null || median === null || median <= 0
        ? notRated()
        : byBounds(Math.abs(rounded((value / median - 1) * 100, 'percent')), { amber: t.costTolerance, above: true }),
    measured: ({ median, thresholds: t }) => ({
      words:
        median === null
          ? ['no median of the region yet']
          : [`region’s median ${printed(median, 'dollars')}`, `amber beyond ± ${t.costTolerance}%`],
      line: median,
    }),
  },
  {
    id: 'RPC-M8',
    name: 'Management fee',
    source: SOURCE,
    unit: 'percent',
    words: () => 'Management fee, in percent of the greatest one: the maximum a unit and month for occupied units',
    reckon: ({ year }) => {
      if (year.mostFee === null)
        return { value: null, instead: 'no maximum', formula: [at(year, '6320', 'management fee')] }
      const occupied = occupiedMonths(year)
      const most = Math.round(occupied * year.mostFee * 100)
      const mostFee = own('greatest fee', most, [
        count('occupied unit-months', occupied),
        own('maximum a unit and month', Math.round(year.mostFee * 100)),
      ])
      return {
        value: percentOf(year.read('6320'), most),
        formula: [at(year, '6320', 'management fee'), ' ÷ ', mostFee],
      }
    },
    rate: (value) => byLimit(value, 100, true),
    measured: (_, { mostFee }) => ({
      words:
        mostFee === null
          ? ['judged otherwise']
          : ['red over 100%', `maximum ${printed(mostFee, 'dollars')} a unit and month`],
      line: 100,
    }),
  },
  {
    id: 'RPC-M9',
    name: 'Replacement reserve a unit',
    source: 'domain 8.5',
    unit: 'dollars',
    words: () => 'Replacement reserve at the end of the year, over units',
    reckon: ({ year }) => ({
      value: over(fromCents(year.read('1320')), year.units),
      formula: [at(year, '1320', 'replacement reserve'), ' ÷ ', count('units', year.units)],
    }),
    rate: (value, { thresholds: t }) => byLimit(value, t.reserveFloor, false),
    measured: ({ thresholds: t }) => ({
      words: [`minimum ${printed(t.reserveFloor, 'dollars')}`],
      line: t.reserveFloor,
    }),
  },
  {
    id: 'RPC-M10',
    name: 'Tenant receivables',
    source: SOURCE,
    unit: 'percent',
    words: () => 'Tenant accounts receivable, in percent of a month’s gross potential rent',
    reckon: ({ year }) => ({
      value: percentOf(year.read('1130') * year.months, year.read('5120')),
      formula: [
        at(year, '1130', 'tenant receivables'),
        ' ÷ (',
        at(year, '5120', 'gross potential rent'),
        ' ÷ ',
        count('months', year.months),
        ')',
      ],
    }),
    rate: (value, { thresholds: t }) =>
      byBounds(value, { amber: t.receivableAmber, red: t.receivableRed, above: true }),
    measured: ({ thresholds: t }) => ({
      words: [`amber over ${t.receivableAmber}%`, `red over ${t.receivableRed}%`],
      line: t.receivableAmber,
    }),
  },
  {
    id: 'RPC-M11',
    name: 'Growth of payables',
    source: SOURCE,
    unit: 'percent',
    words: () => 'Accounts payable beside those of the year before',
    reckon: ({ year, before }) => ({
      value: before ? percentOf(year.read('2110') - before.read('2110'), Math.abs(before.read('2110'))) : null,
      formula: before
        ? [
            '(',
            at(year, '2110', 'accounts payable'),
            ' − ',
            own(`those of ${before.year}`, before.read('2110')),
            ') ÷ ',
            own(`those of ${before.year}`, before.read('2110')),
          ]
        : [],
    }),
    rate: notRated,
    measured: () => ({ words: ['trend'], line: null }),
  },
  {
    id: 'RPC-M12',
    name: 'Net cash flow',
    source: SOURCE,
    unit: 'dollars',
    words: () => 'Cash and short-term investments less those of the year before',
    reckon: ({ year, before }) => ({
      value: before ? fromCents(cashOf(year) - cashOf(before)) : null,
      formula: before ? [cashFigure(year), ' − ', own(`cash of ${before.year}`, cashOf(before))] : [],
    }),
    rate: notRated,
    measured: () => ({ words: ['trend'], line: null }),
  },
  {
    id: 'RPC-M13',
    name: 'Cash a unit',
    source: SOURCE,
    unit: 'dollars',
    words: () => 'Cash and short-term investments, over units',
    reckon: ({ year }) => ({
      value: over(fromCents(cashOf(year)), year.units),
      formula: [cashFigure(year), ' ÷ ', count('units', year.units)],
    }),
    rate: notRated,
    measured: () => ({ words: ['trend'], line: null }),
  },
  {
    id: 'RPC-M14',
    name: 'Operating reserve',
    source: SOURCE,
    unit: 'months',
    words: () => 'Other reserves, over a month’s operating cost and debt service',
    reckon: ({ year }) => {
      const [cost, debt] = [operatingCost(year), debtService(year)]
      return {
        value: debt.known ? over(year.read('1330') * year.months, cost.cents + debt.cents) : null,
        formula: [
          at(year, '1330', 'other reserves'),
          ' ÷ ((',
          cost.figure,
          ' + ',
          debt.figure,
          ') ÷ ',
          count('months', year.months),
          ')',
        ],
      }
    },
    rate: (value, { thresholds: t }) => byBounds(value, { amber: t.operatingReserveAmber, above: false }),
    measured: ({ thresholds: t }) => ({
      words: [`amber below ${t.operatingReserveAmber}`],
      line: t.operatingReserveAmber,
    }),
  },
]
