import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FigureView, YearLine, YearState } from '../model/calls.ts'
import type { EquityYear } from '../model/equity.ts'
import { computeEquityByYear, type EquityProperty, type FigureRow, loadEquityProperty } from './facts.ts'

const toDollars = (cents: number | null): number | null => (cents === null ? null : fromCents(cents))

/** Converts the result of a year from cents into dollars. */
const getComputedFigures = (computedYear: EquityYear): YearLine['computed'] => ({
  paidOff: computedYear.paidOff,
  gaps: computedYear.gaps,
  rate: computedYear.rate,
  initialEquity: toDollars(computedYear.initialEquity),
  beginning: toDollars(computedYear.beginning),
  mortgageBalance: toDollars(computedYear.mortgageBalance),
  principalPaid: fromCents(computedYear.principalPaid),
  principalHeld: fromCents(computedYear.principalHeld),
  approvedImprovements: fromCents(computedYear.approvedImprovements),
  equity: toDollars(computedYear.equity),
  allowedDistribution: toDollars(computedYear.allowed),
})

/** Returns the formula of a year with its amounts, in words. */
function getFormula(row: FigureRow, computed: YearLine['computed']): string {
  const { beginning, principalPaid, principalHeld, approvedImprovements, equity } = computed
  const isFirstYear = row.developmentCost !== null && row.originalMortgages !== null
  const from = isFirstYear
    ? `${formatMoney(row.developmentCost)} development cost − ${formatMoney(row.originalMortgages)} mortgages` +
      (row.principalBefore ? ` + ${formatMoney(row.principalBefore)} principal paid to the cut-off` : '')
    : `${formatMoney(beginning)} equity of ${row.year - 1}`
  const floor = equity === 0 ? ', not below 0' : ''
  const isExcluded = row.discretion !== null && row.discretion !== 'Counted' && principalHeld > 0
  const notCounted = isExcluded ? `; ${formatMoney(principalHeld)} of loans paid off does not count` : ''
  const more = [
    principalPaid !== 0 && ` + ${formatMoney(principalPaid)} principal paid`,
    approvedImprovements !== 0 && ` + ${formatMoney(approvedImprovements)} improvements`,
  ]
  return `= ${from}${more.filter(Boolean).join('')}${floor}${notCounted}`
}

/**
 * Returns development cost and improvements through a year less the remaining mortgages, in dollars, or null
 * if a part is missing. It checks the equity that the years have added up.
 */
function computeByDefinition({ figures }: EquityProperty, year: number): number | null {
  const through = figures.filter((figure) => figure.year <= year)
  const first = through.findLast((item) => item.developmentCost !== null)
  const balance = figures.find((figure) => figure.year === year)?.mortgageBalance ?? null
  if (!first || balance === null) return null
  const improved = through
    .filter((item) => item.year >= first.year)
    .map((item) => toCents(item.approvedImprovements))
  return fromCents(
    improved.reduce((all, number) => all + number, toCents(first.developmentCost ?? 0)) - toCents(balance),
  )
}

/** Returns the years of a property, newest first, each with the present result of the formula. */
export function getEquityViews(property: EquityProperty): FigureView[] {
  const equityByYear = computeEquityByYear(property)
  return property.figures.toReversed().map(({ setByName, ...figure }) => {
    const computed = getComputedFigures(equityByYear.get(figure.year)!)
    const defined = computeByDefinition(property, figure.year)
    const computedEquity = figure.computedEquity
    return {
      figure,
      setByName,
      computed,
      formula: getFormula(figure, computed),
      byDefinition: defined,
      difference:
        defined === null || computedEquity === null
          ? null
          : fromCents(toCents(computedEquity) - toCents(defined)),
      notice: property.notices.find((notice) => notice.year === figure.year) ?? null,
    }
  })
}

/** Loads a year of a property. Refuses a property out of scope and a year that is not stored. */
export const loadEquityView = async (
  context: AnyContext,
  propertyId: number,
  year: number,
): Promise<FigureView> =>
  getEquityViews(await loadEquityProperty(context, propertyId)).find(
    (equityView) => equityView.figure.year === year,
  ) ?? refuse.notFound('This equity figure')

/** Returns whether the stored equity of a year still agrees with the formula. */
function getYearState(
  property: EquityProperty,
  storedEquity: number | null,
  computed: number | null,
): YearState {
  if (!property.figures.some((figure) => figure.developmentCost !== null)) return 'Not begun'
  if (computed === null) return 'Not ready'
  if (storedEquity === null) return 'To update'
  return storedEquity === computed ? 'Up to date' : 'Changed since'
}

/** Returns a property’s year with its stored figure and the present result of the formula. */
export function getYearLine(property: EquityProperty, year: number): YearLine {
  const figure = property.figures.find((figure) => figure.year === year)
  const computed = getComputedFigures(computeEquityByYear(property, year).get(year)!)
  const equity = figure?.equity ?? null
  const hasBoth = equity !== null && computed.equity !== null
  return {
    propertyId: property.propertyId,
    propertyName: property.propertyName,
    agencyNumber: property.agencyNumber,
    loans: property.loanCount,
    equityFigureId: figure?.equityFigureId ?? null,
    equity: equity,
    computed,
    allowedDistribution: figure?.allowedDistribution ?? null,
    approvedImprovements: figure?.approvedImprovements ?? 0,
    discretion: figure?.discretion ?? null,
    difference: hasBoth ? fromCents(toCents(equity) - toCents(computed.equity!)) : null,
    standing: getYearState(property, equity, computed.equity),
    noticeSentAt: property.notices.find((notice) => notice.year === year)?.sentAt ?? null,
  }
}
