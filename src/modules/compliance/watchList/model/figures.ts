import { z } from 'zod'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** The figures that decide about the watch list, in the order of its columns. */
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

/** A figure of a property, with its day and the screen that shows it. */
export const figure = z.object({
  key: z.enum(figureKeys),
  value: z.number(),
  day: z.string().max(20),
  path: place,
})
export type Figure = z.infer<typeof figure>

/**
 * The result of a rule: the rule, the weakness, and the figures in words; `required` ones are added
 * automatically.
 */
export const trigger = z.object({
  rule: z.string().max(10),
  weakness: z.int(),
  words: z.string().max(500),
  path: place,
  required: z.boolean(),
})
export type Trigger = z.infer<typeof trigger>

/** The settings of the rules (`watchSettings`). */
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

/** The weaknesses that rules use, by their ids in the list. */
const weakness = {
  occupancy: 1,
  cashFlow: 2,
  reserve: 3,
  physical: 4,
  taxes: 6,
  mortgage: 7,
  compliance: 8,
} as const
/** The financial ones among them. */
export const financialWeaknesses: readonly number[] = [
  ...[weakness.cashFlow, weakness.reserve, weakness.taxes, weakness.mortgage],
]

/** A figure as formatted text. */
export function figureText({ key, value }: Pick<Figure, 'key' | 'value'>): string {
  if (key === 'coverage') return value.toFixed(2)
  if (key === 'occupancy') return value.toFixed(1)
  if (key === 'economicOccupancy') return value.toFixed(2)
  if (key === 'goingConcern') return value > 0 ? 'Yes' : 'No'
  return moneyKeys.includes(key) ? formatMoney(value) : String(value)
}

const ofKey = (figures: readonly Figure[], key: FigureKey): Figure[] =>
  figures
    .filter((figure) => figure.key === key)
    .toSorted((figure, other) => figure.day.localeCompare(other.day))
/** The latest figure of a kind. */
export const newest = (figures: readonly Figure[], key: FigureKey): Figure | undefined =>
  ofKey(figures, key).at(-1)

const falls = (figures: readonly Figure[]): boolean =>
  figures.length >= 3 &&
  figures.slice(-3).every((figure, index, last) => index === 0 || figure.value < last[index - 1]!.value)

function coverageRule(figures: readonly Figure[], { coverageFloor, coverageWatch }: Thresholds): Trigger[] {
  const years = ofKey(figures, 'coverage')
  const last = years.at(-1)
  if (!last) return []
  const base = { weakness: weakness.cashFlow, path: last.path, required: false }
  const text = `Coverage ${figureText(last)} of ${last.day.slice(0, 4)}`
  if (last.value < coverageFloor)
    return [{ ...base, rule: 'WLS-1', words: `${text} (below ${coverageFloor.toFixed(2)})` }]
  return last.value < coverageWatch && falls(years)
    ? [{ ...base, rule: 'WLS-2', words: `${text}, falling three years (below ${coverageWatch.toFixed(2)})` }]
    : []
}

/** A number of consecutive months below the threshold: required by the agency’s occupancy policy. */
function occupancyRule(figures: readonly Figure[], { occupancy, months }: Thresholds): Trigger[] {
  const last = ofKey(figures, 'occupancy').slice(-months)
  const follow = last.every((item, index) => index === 0 || monthsApart(last[index - 1]!.day, item.day) === 1)
  if (last.length < months || !follow || last.some((item) => item.value >= occupancy)) return []
  const percentages = last
    .map((item) => `${monthName(item.day).split(' ')[0]} ${figureText(item)}`)
    .join(', ')
  const text = `Below ${occupancy}% for ${months} months: ${percentages}`
  return [
    { rule: 'WLS-3', weakness: weakness.occupancy, words: text, path: last.at(-1)!.path, required: true },
  ]
}

const monthsApart = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

const single = (
  figures: readonly Figure[],
  key: FigureKey,
  rule: string,
  about: number,
  describe: (figure: Figure) => string | null,
): Trigger[] => {
  const latest = newest(figures, key)
  const text = latest ? describe(latest) : null
  return latest && text ? [{ rule, weakness: about, words: text, path: latest.path, required: false }] : []
}

/** Rules on the latest statement and its surplus cash beyond coverage. */
const statementRules = (figures: readonly Figure[], limits: Thresholds): Trigger[] => [
  ...single(figures, 'economicOccupancy', 'WLS-8', weakness.cashFlow, (figure) =>
    figure.value < limits.economicOccupancy
      ? `Economic occupancy ${figureText(figure)}% of ${figure.day.slice(0, 4)} (below ${limits.economicOccupancy}%)`
      : null,
  ),
  ...single(figures, 'goingConcern', 'WLS-9', weakness.cashFlow, ({ value, day }) =>
    value > 0 ? `The auditor of ${day.slice(0, 4)} doubts that the property can go on` : null,
  ),
  ...single(figures, 'unpaidTaxes', 'WLS-10', weakness.taxes, (figure) =>
    figure.value > 0
      ? `Escrow short by ${figureText(figure)} for taxes and insurance on ${dayText(figure)}`
      : null,
  ),
  ...single(figures, 'unpaidMortgage', 'WLS-11', weakness.mortgage, (figure) =>
    figure.value > 0
      ? `Mortgage payments of ${figureText(figure)} were delinquent on ${dayText(figure)}`
      : null,
  ),
]
const dayText = ({ day }: Figure): string => formatDate(day, 'MM/DD/YYYY')

/** Why rules propose a property, with the figures; empty if no rule does (domain 28). */
export function getTriggers(figures: readonly Figure[], limits: Thresholds): Trigger[] {
  return [
    ...occupancyRule(figures, limits),
    ...coverageRule(figures, limits),
    ...statementRules(figures, limits),
    ...single(figures, 'inspection', 'WLS-4', weakness.physical, ({ value, day }) =>
      value < limits.inspection
        ? `Inspection score ${value} of ${formatDate(day, 'MM/DD/YYYY')} (fails below ${limits.inspection})`
        : null,
    ),
    ...single(figures, 'statement', 'WLS-5', weakness.compliance, ({ value }) =>
      value > limits.statementDays
        ? `Annual statement is ${value} days overdue (above ${limits.statementDays})`
        : null,
    ),
    ...single(figures, 'reserve', 'WLS-6', weakness.reserve, (item) =>
      item.value < limits.reserve
        ? `Reserve ${figureText(item)} a unit (below ${formatMoney(limits.reserve)})`
        : null,
    ),
    ...single(figures, 'findings', 'WLS-7', weakness.compliance, ({ value }) =>
      value >= limits.findings ? `${value} findings are open (${limits.findings} or more)` : null,
    ),
  ]
}
