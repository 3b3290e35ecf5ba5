import {
  type Derivation,
  describeOrigin,
  type Expression,
  type Figure,
  getFigureCents,
  getFigureDerivation,
  inWords,
  percent,
  plain,
  plus,
} from '#engines/worksheet/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import {
  buildEarnedExpression,
  buildEquityExpression,
  buildEquityFigure,
  buildPartFigure,
  computePartB,
  convertCostsToCents,
} from './computation.ts'
import {
  createFormFigure,
  mortgages,
  type PartCode,
  partLabels,
  type SurplusLine,
  sumLabels,
  surplusLines,
} from './form.ts'
import { computePartA, type Figures, getCarriedForward } from './surplus.ts'
import { type ComputationView, getSurplusCashRead, type Right, type SurplusView } from './views.ts'

/** Returns the derivation of a figure of part A. Sums list only lines with an amount. */
function derivePartA(code: string, lines: readonly Figure[]): Derivation | null {
  const { a, b, c } = computePartA(lines)
  const figures = [...lines, a, b, c, buildPartFigure('b1', c)]
  const figure = figures.find((item) => item.code === code)
  if (!figure) return null
  const derived = getFigureDerivation(figure, figures)
  return figure === a || figure === b
    ? { ...derived, parts: derived.parts.filter((part) => part.cents !== 0) }
    : derived
}

type Column = 'submittedAmount' | 'reviewAmount'
type SurplusFacts = Pick<SurplusView, 'accounts' | 'lines' | 'people' | 'year'>

/**
 * Returns a line as a column shows it: the amount of the balance sheet, or the entered amount with its
 * author.
 */
function getLineFigure(
  { accounts, lines, people, year }: SurplusFacts,
  line: SurplusLine,
  cents: number,
  column: Column,
): Figure {
  const { code, label } = line
  const savedLine = lines.find((line) => line.lineCode === code)
  const carriedForward = getCarriedForward(line, getSurplusCashRead(accounts), (account) => ({
    name: accounts[account]?.name ?? '',
    from: `balance sheet of ${year}`,
  }))
  // A line that the reviewer did not change has the author of the submission.
  const isUnchanged = savedLine?.reviewAmount === null && toCents(savedLine.submitted) === cents
  const savedAmount = savedLine?.[isUnchanged ? 'submittedAmount' : column] ?? null
  if (savedAmount !== null && toCents(savedAmount) === cents)
    return createFormFigure(
      code,
      label,
      cents,
      describeOrigin(savedLine?.origins?.[isUnchanged ? 'submittedAmount' : column], people),
    )
  if (savedAmount !== null || getFigureCents(carriedForward) !== cents)
    return createFormFigure(code, label, cents, 'typed just now, not saved yet')
  return line.accounts.length > 0
    ? createFormFigure(code, label, carriedForward)
    : createFormFigure(code, label, 0, 'nothing entered')
}

/**
 * Returns the derivation of a line of surplus cash: accounts of the balance sheet, or the person who
 * entered it; for sums, their lines.
 */
export const deriveSurplusLine = (
  view: SurplusFacts,
  code: string,
  figures: Figures,
  column: Column,
): Derivation | null =>
  derivePartA(
    code,
    surplusLines.map((line) => getLineFigure(view, line, figures[line.code], column)),
  )

/** Returns the open right of an earlier year. */
const getRemainder = ({ year, earned, paid, note }: Right): Figure => {
  const label = `earned ${formatMoney(earned)}, paid ${formatMoney(paid)}`
  return createFormFigure(String(year), label, toCents(earned) - toCents(paid), note)
}

/** Returns equity as a formula of the parts of the basis, with the person who set them. */
function getEquityExpression({ basis, principal, principalPaid, year }: ComputationView): Expression {
  if (!basis) return buildEquityExpression({ developmentCost: 0, mortgagePrincipal: 0, improvements: 0 }, 0)
  const set = `set by ${basis.setByName ?? 'somebody who has left'}, ${formatDate(basis.setAt, 'MM/DD/YYYY')}${basis.source ? `, ${basis.source}` : ''}`
  const paid =
    principalPaid === null
      ? `mortgages of ${formatMoney(basis.mortgagePrincipal)} less the balance sheet of ${year}: ${mortgages.join(' + ')}`
      : 'typed with the computation'
  return buildEquityExpression(convertCostsToCents(basis), toCents(principal), { set, paid })
}

/** Describes the equity figure of the year. Null if the right is not based on one. */
function describeEquityFigure({ figure, years }: ComputationView): string | null {
  if (!figure || figure.year !== years.at(-1)?.year) return null
  const { beginning, principalPaid, improvements, stored: isStored, year } = figure
  const from = beginning === null ? 'as it was set' : `${formatMoney(beginning)} of ${year - 1}`
  const paid = principalPaid === 0 ? '' : ` + ${formatMoney(principalPaid)} principal paid`
  const improved = improvements === 0 ? '' : ` + ${formatMoney(improvements)} approved improvements`
  return `equity figure of ${year}: ${from}${paid}${improved}${isStored ? ', as it stood when the statement was accepted' : ''}`
}

/** Returns equity and the lines of part B as formulas, each with the sources of its figures. */
function getLines(view: ComputationView): Record<PartCode | 'equity', Figure> {
  const { years, year, rate, months, surplusReviewed } = view
  const right = years.at(-1)
  const byHand = right?.typed ? `set by hand${right.note ? `: ${right.note}` : ''}` : null
  const [cents, expression] = [toCents(view.equity ?? 0), getEquityExpression(view)]
  // In the year of an interim day another basis may apply than in that of the statement.
  const text = byHand ?? describeEquityFigure(view)
  const equity =
    text || getFigureCents(expression) !== cents
      ? buildEquityFigure(cents, text)
      : buildEquityFigure(expression)
  const earned = buildEarnedExpression(equity, percent(rate ?? 0), plain(right?.months ?? months))
  const earlierYears = years.filter((item) => item.year < year).map(getRemainder)
  const paid = createFormFigure(String(year), 'payments', toCents(view.b2c))
  const lines = computePartB(
    createFormFigure(
      '(c)',
      sumLabels.c,
      toCents(view.surplus),
      surplusReviewed ? 'as reviewed' : 'as submitted',
    ),
    buildPartFigure('b2a', byHand ? toCents(view.b2a) : earned, byHand),
    buildPartFigure('b2b', inWords(plus(...earlierYears), 'earned less paid of each year before')),
    buildPartFigure('b2c', inWords(paid, 'paid in the period')),
  )
  return { equity, ...lines }
}

/**
 * Returns the derivation of a line of the computation with its figures, or of equity with its sources and
 * who set them.
 */
export function derivePart(view: ComputationView, code: PartCode | 'equity'): Derivation {
  const { [code]: figure, ...otherRows } = getLines(view)
  const derived = getFigureDerivation(figure, Object.values(otherRows))
  // Without a basis there is no derivation of equity to show.
  return code === 'equity' && !view.basis ? { ...derived, parts: [] } : derived
}

/**
 * Returns the derivation of a line of an interim computation: entered for its day and certified with the
 * request, or computed.
 */
export function deriveInterimLine(
  view: ComputationView,
  code: string,
  figures: Figures,
  certified: string | null,
): Derivation | null {
  if (code in partLabels) return derivePart(view, code as PartCode)
  const day = formatDate(view.periodEnd, 'MM/DD/YYYY')
  const from = `typed interim figure of ${day}, ${certified ?? 'certified by whoever submits the request'}`
  return derivePartA(
    code,
    surplusLines.map(({ code: line, label }) =>
      createFormFigure(line, label, figures[line], figures[line] === 0 ? 'nothing entered' : from),
    ),
  )
}
