import {
  amount,
  count,
  type Expression,
  getFigureCents,
  minus,
  nameFigure,
  over,
  plain,
  plus,
} from '#engines/worksheet/model/index.ts'
import {
  accountFigure,
  getCash,
  getCustomIncome,
  getDebtService,
  getHighestFee,
  getOperatingCost,
  getOperatingIncome,
  type Year,
} from './figures.ts'
import {
  annualize,
  type ComputedRatio,
  type Metric,
  type MetricInputs,
  rateByColors,
  rateByScale,
  unratedStandard,
} from './metric.ts'
import { formatInUnit, notRated, rateByBounds, rateByLimit, roundToUnit } from './ratings.ts'

const source = 'domain 8.3'
const computePerUnit = (expression: Expression, { units }: Year): ComputedRatio => ({
  formula: over(expression, count('units', units)),
})

function computeCoverage({ year, around }: MetricInputs): ComputedRatio {
  const [custom, debt] = [getCustomIncome(year), getDebtService(year)]
  const income = plus(getOperatingIncome(year), ...(custom ? [custom] : []))
  const deposits = nameFigure(
    'reserve deposits',
    plus(amount(year.reserveDepositsFrom, year.reserveDeposits)),
  )
  const formula = over(around.coverageAfterReserve ? minus(income, deposits) : income, debt)
  if (year.principal === null) return { formula, value: null, instead: 'principal unknown' }
  return getFigureCents(debt) > 0 ? { formula } : { formula, value: null, instead: 'no debt' }
}

function computePayablesGrowth({ year, before }: MetricInputs): ComputedRatio {
  if (!before) return { formula: null }
  const [earlier, label] = [before.read('2110'), `those of ${before.year}`]
  const change = minus(accountFigure(year, '2110', 'accounts payable'), amount(label, earlier))
  const size = amount(earlier < 0 ? `${label}, without the minus` : label, Math.abs(earlier))
  return { formula: over(change, size) }
}

function computeFeeRatio({ year }: MetricInputs): ComputedRatio {
  const [paid, greatest] = [accountFigure(year, '6320', 'management fee'), getHighestFee(year)]
  return greatest
    ? { formula: over(paid, greatest.fee) }
    : { formula: paid, value: null, instead: 'no maximum' }
}

/** The ratios of income, rent, debt and payables. */
const ratios: readonly Metric[] = [
  {
    id: 'RPC-M1',
    name: 'Debt coverage (DCR)',
    source,
    unit: 'ratio',
    words: ({ coverageAfterReserve }) =>
      `Net operating income ${coverageAfterReserve ? 'after' : 'before'} reserve deposits, over principal, interest and mortgage insurance of debt that must be paid`,
    compute: computeCoverage,
    ...rateByScale('coverage', 'ratio', 2),
  },
  {
    id: 'RPC-M2',
    name: 'Uncollected rent',
    source,
    unit: 'percent',
    words: () => 'Vacancy loss and bad debt, over total rent revenue; rated in whole percent',
    compute: ({ year }) => ({
      formula: over(
        plus(
          accountFigure(year, '5220', 'vacancies, apartments'),
          accountFigure(year, '5240', 'vacancies, commercial'),
          accountFigure(year, '6370', 'bad debts'),
        ),
        accountFigure(year, '5100T', 'total rent revenue'),
      ),
    }),
    ...rateByScale('uncollected', 'percent', 3),
  },
  {
    id: 'RPC-M3',
    name: 'Economic occupancy',
    source,
    unit: 'percent',
    words: () => 'Total rent revenue less vacancies, concessions and bad debt, over total rent revenue',
    compute: ({ year }) => {
      const rent = accountFigure(year, '5100T', 'total rent revenue')
      const collected = minus(
        rent,
        accountFigure(year, '5200T', 'total vacancies'),
        accountFigure(year, '6370', 'bad debts'),
      )
      return { formula: over(collected, rent) }
    },
    ...rateByColors('percent', { amber: 'occupancyGreen', red: 'occupancyRed', above: false, green: true }),
  },
  {
    id: 'RPC-M4',
    name: 'Physical inspection',
    source,
    unit: 'score',
    words: () => 'Score of the last NSPIRE or REAC inspection',
    compute: ({ year }) => ({ formula: null, value: year.inspectionScore, instead: 'not entered' }),
    ...rateByScale('inspection', 'score', 3),
  },
  {
    id: 'RPC-M5',
    name: 'Current ratio',
    source,
    unit: 'ratio',
    words: () => 'Current assets and tenant deposits held, without reserves, over current liabilities',
    compute: ({ year }) => ({
      formula: over(
        plus(
          accountFigure(year, '1100T', 'current assets'),
          accountFigure(year, '1191', 'tenant deposits held'),
        ),
        accountFigure(year, '2122T', 'current liabilities'),
      ),
    }),
    ...rateByColors('ratio', { amber: 'currentAmber', red: 'currentRed', above: false }),
  },
  {
    id: 'RPC-M6',
    name: 'Days payable',
    source,
    unit: 'days',
    words: () => 'Accounts payable over a day’s operating cost of a full year',
    compute: ({ year }) => {
      const day = over(annualize(getOperatingCost(year), year), plain(365))
      return { formula: over(accountFigure(year, '2110', 'accounts payable'), day) }
    },
    ...rateByColors('days', { amber: 'payableAmber', red: 'payableRed', above: true }),
  },
]

/** The ratios per unit, and those of reserves, fee and trends. */
const unitFigures: readonly Metric[] = [
  {
    id: 'RPC-M7',
    name: 'Operating cost a unit',
    source,
    unit: 'dollars',
    words: () => 'Operating cost of a full year, over units; compared with the median of the region',
    compute: ({ year }) => computePerUnit(annualize(getOperatingCost(year), year), year),
    rate: (value, { median, thresholds: t }) =>
      value === null || median === null || median <= 0
        ? notRated()
        : rateByBounds(Math.abs(roundToUnit((value / median - 1) * 100, 'percent')), {
            amber: t.costTolerance,
            above: true,
          }),
    measured: ({ median, thresholds: t }) => ({
      words:
        median === null
          ? ['no median of the region yet']
          : [`region’s median ${formatInUnit(median, 'dollars')}`, `amber beyond ± ${t.costTolerance}%`],
      line: median,
    }),
  },
  {
    id: 'RPC-M8',
    name: 'Management fee',
    source,
    unit: 'percent',
    words: () =>
      'Management fee, in percent of the greatest one: the maximum a unit and month for occupied units',
    compute: computeFeeRatio,
    rate: (value) => rateByLimit(value, 100, true),
    measured: (_, { mostFee }) => ({
      words:
        mostFee === null
          ? ['judged otherwise']
          : ['red over 100%', `maximum ${formatInUnit(mostFee, 'dollars')} a unit and month`],
      line: 100,
    }),
  },
  {
    id: 'RPC-M9',
    name: 'Replacement reserve a unit',
    source: 'domain 8.5',
    unit: 'dollars',
    words: () => 'Replacement reserve at the end of the year, over units',
    compute: ({ year }) => computePerUnit(accountFigure(year, '1320', 'replacement reserve'), year),
    rate: (value, { thresholds: t }) => rateByLimit(value, t.reserveFloor, false),
    measured: ({ thresholds: t }) => ({
      words: [`minimum ${formatInUnit(t.reserveFloor, 'dollars')}`],
      line: t.reserveFloor,
    }),
  },
  {
    id: 'RPC-M10',
    name: 'Tenant receivables',
    source,
    unit: 'percent',
    words: () => 'Tenant accounts receivable, in percent of a month’s gross potential rent',
    compute: ({ year }) => {
      const month = over(accountFigure(year, '5120', 'gross potential rent'), count('months', year.months))
      return { formula: over(accountFigure(year, '1130', 'tenant receivables'), month) }
    },
    ...rateByColors('percent', { amber: 'receivableAmber', red: 'receivableRed', above: true }),
  },
  {
    id: 'RPC-M11',
    name: 'Growth of payables',
    source,
    unit: 'percent',
    words: () => 'Accounts payable compared with the year before',
    compute: computePayablesGrowth,
    ...unratedStandard,
  },
  {
    id: 'RPC-M12',
    name: 'Net cash flow',
    source,
    unit: 'dollars',
    words: () => 'Cash and short-term investments less those of the year before',
    compute: ({ year, before }) => ({
      formula: before
        ? minus(getCash(year), amount(`cash of ${before.year}`, getFigureCents(getCash(before))))
        : null,
    }),
    ...unratedStandard,
  },
  {
    id: 'RPC-M13',
    name: 'Cash a unit',
    source,
    unit: 'dollars',
    words: () => 'Cash and short-term investments, over units',
    compute: ({ year }) => computePerUnit(getCash(year), year),
    ...unratedStandard,
  },
  {
    id: 'RPC-M14',
    name: 'Operating reserve',
    source,
    unit: 'months',
    words: () => 'Other reserves, over a month’s operating cost and debt service',
    compute: ({ year }) => {
      const month = over(plus(getOperatingCost(year), getDebtService(year)), count('months', year.months))
      const formula = over(accountFigure(year, '1330', 'other reserves'), month)
      return year.principal === null ? { formula, value: null } : { formula }
    },
    ...rateByColors('months', { amber: 'operatingReserveAmber', above: false }),
  },
]

/** All ratios, in the order of the card. */
export const metrics: readonly Metric[] = [...ratios, ...unitFigures]
