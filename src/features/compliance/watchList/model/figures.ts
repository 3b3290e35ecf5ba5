import { z } from 'zod'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** The kinds of figures that the rules of the watch list use, in the order of its columns. */
export const figureKeys = [
  'coverage',
  'occupancy',
  'economicOccupancy',
  'reserve',
  'inspection',
  'findings',
  'statement',
  'goingConcern',
  'unpaidTaxes',
  'unpaidMortgage',
  'loans',
] as const
export type FigureKey = (typeof figureKeys)[number]

/** The labels of the figures, as column headings. */
export const figureLabels: Readonly<Record<FigureKey, string>> = {
  coverage: 'Coverage',
  occupancy: 'Occupied, %',
  economicOccupancy: 'Economic occupancy, %',
  reserve: 'Reserve, $ a unit',
  inspection: 'Inspection',
  findings: 'Open findings',
  statement: 'Statement overdue, days',
  goingConcern: 'Doubt about going concern',
  unpaidTaxes: 'Escrow short for taxes and insurance, $',
  unpaidMortgage: 'Mortgage payments delinquent, $',
  loans: 'Loans, $',
}
const moneyKeys: readonly FigureKey[] = ['reserve', 'unpaidTaxes', 'unpaidMortgage', 'loans']

const place = z.string().max(200)

/** A figure of a property with its day; `path` is the screen that shows it. */
export const figureSchema = z.object({
  key: z.enum(figureKeys),
  value: z.number(),
  day: z.string().max(20),
  path: place,
})
export type Figure = z.infer<typeof figureSchema>

/**
 * A rule that applies to a property, with its weakness and its figures in words. Properties with a `required`
 * one are added automatically.
 */
export const triggerSchema = z.object({
  rule: z.string().max(10),
  weakness: z.int(),
  words: z.string().max(500),
  path: place,
  required: z.boolean(),
})
export type Trigger = z.infer<typeof triggerSchema>

/** The thresholds of the rules, from `watchSettings`. */
export type Thresholds = {
  coverageFloor: number
  coverageWatch: number
  occupancy: number
  economicOccupancy: number
  months: number
  inspection: number
  statementDays: number
  reserve: number
  findings: number
}

/** The ids of the weaknesses that rules use. */
const weakness = {
  occupancy: 1,
  cashFlow: 2,
  reserve: 3,
  physical: 4,
  taxes: 6,
  mortgage: 7,
  compliance: 8,
} as const
/** The ids of the financial weaknesses. */
export const financialWeaknesses: readonly number[] = [
  ...[weakness.cashFlow, weakness.reserve, weakness.taxes, weakness.mortgage],
]

/** Formats a figure by its kind. */
export function formatWatchFigure({ key, value }: Pick<Figure, 'key' | 'value'>): string {
  if (key === 'coverage') return value.toFixed(2)
  if (key === 'occupancy') return value.toFixed(1)
  if (key === 'economicOccupancy') return value.toFixed(2)
  if (key === 'goingConcern') return value > 0 ? 'Yes' : 'No'
  return moneyKeys.includes(key) ? formatMoney(value) : String(value)
}

const getByKey = (figures: readonly Figure[], key: FigureKey): Figure[] =>
  figures
    .filter((figure) => figure.key === key)
    .toSorted((figure, other) => figure.day.localeCompare(other.day))
/** Returns the latest figure of a kind. */
export const getLatestFigure = (figures: readonly Figure[], key: FigureKey): Figure | undefined =>
  getByKey(figures, key).at(-1)

const hasFallenThreeYears = (figures: readonly Figure[]): boolean =>
  figures.length >= 3 &&
  figures.slice(-3).every((figure, index, last) => index === 0 || figure.value < last[index - 1]!.value)

function coverageRule(figures: readonly Figure[], { coverageFloor, coverageWatch }: Thresholds): Trigger[] {
  const years = getByKey(figures, 'coverage')
  const last = years.at(-1)
  if (!last) return []
  const base = { weakness: weakness.cashFlow, path: last.path, required: false }
  const text = `Coverage ${formatWatchFigure(last)} of ${last.day.slice(0, 4)}`
  if (last.value < coverageFloor)
    return [{ ...base, rule: 'WLS-1', words: `${text} (below ${coverageFloor.toFixed(2)})` }]
  return last.value < coverageWatch && hasFallenThreeYears(years)
    ? [{ ...base, rule: 'WLS-2', words: `${text}, falling three years (below ${coverageWatch.toFixed(2)})` }]
    : []
}

/**
 * WLS-3: a number of consecutive months with occupancy below the threshold. The agency’s occupancy policy
 * requires these properties on the list.
 */
function occupancyRule(figures: readonly Figure[], { occupancy, months }: Thresholds): Trigger[] {
  const last = getByKey(figures, 'occupancy').slice(-months)
  const areConsecutive = last.every(
    (item, index) => index === 0 || countMonthsBetween(last[index - 1]!.day, item.day) === 1,
  )
  if (last.length < months || !areConsecutive || last.some((item) => item.value >= occupancy)) return []
  const percentages = last
    .map((item) => `${monthName(item.day).split(' ')[0]} ${formatWatchFigure(item)}`)
    .join(', ')
  const text = `Below ${occupancy}% for ${months} months: ${percentages}`
  return [
    { rule: 'WLS-3', weakness: weakness.occupancy, words: text, path: last.at(-1)!.path, required: true },
  ]
}

const countMonthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

const applyRule = (
  figures: readonly Figure[],
  key: FigureKey,
  rule: string,
  weaknessId: number,
  describe: (figure: Figure) => string | null,
): Trigger[] => {
  const latest = getLatestFigure(figures, key)
  const text = latest ? describe(latest) : null
  return latest && text
    ? [{ rule, weakness: weaknessId, words: text, path: latest.path, required: false }]
    : []
}

/** The rules about the latest annual statement other than coverage. */
const statementRules = (figures: readonly Figure[], limits: Thresholds): Trigger[] => [
  ...applyRule(figures, 'economicOccupancy', 'WLS-8', weakness.cashFlow, (figure) =>
    figure.value < limits.economicOccupancy
      ? `Economic occupancy ${formatWatchFigure(figure)}% of ${figure.day.slice(0, 4)} (below ${limits.economicOccupancy}%)`
      : null,
  ),
  ...applyRule(figures, 'goingConcern', 'WLS-9', weakness.cashFlow, ({ value, day }) =>
    value > 0 ? `The auditor of ${day.slice(0, 4)} doubts that the property can go on` : null,
  ),
  ...applyRule(figures, 'unpaidTaxes', 'WLS-10', weakness.taxes, (figure) =>
    figure.value > 0
      ? `Escrow short by ${formatWatchFigure(figure)} for taxes and insurance on ${formatDay(figure)}`
      : null,
  ),
  ...applyRule(figures, 'unpaidMortgage', 'WLS-11', weakness.mortgage, (figure) =>
    figure.value > 0
      ? `Mortgage payments of ${formatWatchFigure(figure)} were delinquent on ${formatDay(figure)}`
      : null,
  ),
]
const formatDay = ({ day }: Figure): string => formatDate(day, 'MM/DD/YYYY')

/** Returns the rules that propose a property, with their figures in words; empty if none does (domain 28). */
export function getTriggers(figures: readonly Figure[], limits: Thresholds): Trigger[] {
  return [
    ...occupancyRule(figures, limits),
    ...coverageRule(figures, limits),
    ...statementRules(figures, limits),
    ...applyRule(figures, 'inspection', 'WLS-4', weakness.physical, ({ value, day }) =>
      value < limits.inspection
        ? `Inspection score ${value} of ${formatDate(day, 'MM/DD/YYYY')} (fails below ${limits.inspection})`
        : null,
    ),
    ...applyRule(figures, 'statement', 'WLS-5', weakness.compliance, ({ value }) =>
      value > limits.statementDays
        ? `Annual statement is ${value} days overdue (above ${limits.statementDays})`
        : null,
    ),
    ...applyRule(figures, 'reserve', 'WLS-6', weakness.reserve, (item) =>
      item.value < limits.reserve
        ? `Reserve ${formatWatchFigure(item)} a unit (below ${formatMoney(limits.reserve)})`
        : null,
    ),
    ...applyRule(figures, 'findings', 'WLS-7', weakness.compliance, ({ value }) =>
      value >= limits.findings ? `${value} findings are open (${limits.findings} or more)` : null,
    ),
  ]
}
