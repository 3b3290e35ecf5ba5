import { z } from 'zod'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import type { Derivation } from './derivation.ts'
import {
  difference,
  type Fraction,
  fraction,
  greaterFraction,
  lesserFraction,
  product,
  quotient,
  roundToMultiple,
  sumOfFractions,
  toNumber,
} from './fraction.ts'

// A formula is written once, by combining figures with `plus`, `minus`, `times` and `over`. The value, the
// printed formula with its signs and parentheses, and the parts follow from that expression, so that the
// print always matches the computation.

const leaf = z.object({ label: z.string(), text: z.string(), code: z.string().nullable() })
const printedFigure = leaf.extend({ parts: z.array(leaf) })
/** A figure in a printed formula: its label, its printed text, its account, and its parts. */
export type PrintedFigure = z.infer<typeof printedFigure>
/** A piece of a printed formula: signs as text, figures between them. */
export type Term = string | PrintedFigure
/** The schema of a term. */
export const term: z.ZodType<Term> = z.union([z.string(), printedFigure])

/** A named figure: read from a source, or computed by a formula of its own. */
export type Figure = {
  label: string
  /** The unit of the figure: money, or a count such as units. */
  unit: 'cents' | 'number'
  exact: Fraction | null
  /** The account or line of the figure. */
  code: string | null
  /** The name of the figure in a formula in words: `B2a`. */
  called: string
  /** The origin of the figure, in words. */
  from: string | null
  by: Formula | null
}
type Part = { figure: Figure; sign: 1 | -1 }

/** The precedence of a formula: if it is lower than its place requires, the formula gets parentheses. */
const [PHRASE, SUM, PRODUCT, FIGURE] = [0, 1, 2, 3] as const
type Formula = {
  /** Null after a division by zero. */
  exact: Fraction | null
  print: readonly (string | Figure)[]
  parts: readonly Part[]
  holds: number
}
/** A named figure, or a formula that combines figures. */
export type Expression = Figure | Formula

type FigureDetails = Partial<Pick<Figure, 'code' | 'called' | 'from'>>
const bare = { code: null, from: null, by: null }

/** An amount of money in integer cents. */
export const amount = (label: string, cents: number, more: FigureDetails = {}): Figure => ({
  ...bare,
  label,
  unit: 'cents',
  called: label,
  exact: fraction(cents),
  ...more,
})
/** A number of something other than money, such as units. */
export const count = (label: string, value: number): Figure => ({
  ...bare,
  label,
  unit: 'number',
  called: label,
  exact: fraction(value),
})
/** Names a computed amount of money: it prints as one figure that shows its parts. */
export const nameFigure = (label: string, expression: Expression, more: FigureDetails = {}): Figure => ({
  ...bare,
  label,
  unit: 'cents',
  called: label,
  exact: expression.exact,
  by: getFormula(expression),
  ...more,
})
/** A number that is part of the formula itself, such as the months of a year. */
export const plain = (value: number, text = String(value)): Expression => ({
  exact: fraction(value),
  print: [text],
  parts: [],
  holds: FIGURE,
})
/** A percentage in percent points, with at most four decimals. */
export const percent = (points: number): Expression => ({
  exact: quotient(fraction(points), fraction(100)),
  print: [`${points}%`],
  parts: [],
  holds: FIGURE,
})

const getFormula = (expression: Expression): Formula =>
  'label' in expression
    ? {
        exact: expression.exact,
        print: [expression],
        parts: [{ figure: expression, sign: 1 }],
        holds: FIGURE,
      }
    : expression
const parenthesize = ({ print, holds }: Formula, precedence: number) =>
  holds < precedence ? ['(', ...print, ')'] : print
const negatePart = ({ figure, sign }: Part): Part => ({ figure, sign: sign === 1 ? -1 : 1 })

type Operation = (fraction: Fraction, other: Fraction) => Fraction | null
/** Each sign with its precedence, the precedence that the operand after it must have, and its operation. */
const signs = {
  ' + ': { holds: SUM, after: SUM, reckon: sumOfFractions },
  ' − ': { holds: SUM, after: PRODUCT, reckon: difference },
  ' × ': { holds: PRODUCT, after: PRODUCT, reckon: product },
  ' ÷ ': { holds: PRODUCT, after: FIGURE, reckon: quotient },
} as const satisfies Record<string, { holds: number; after: number; reckon: Operation }>

/** Returns the function that joins expressions by a sign, with parentheses where they are required. */
const createOperator =
  (sign: keyof typeof signs) =>
  (...all: readonly Expression[]): Expression => {
    const { holds, after, reckon } = signs[sign]
    const [first = getFormula(plain(0)), ...formulas] = all.map(getFormula)
    return {
      exact: formulas.reduce(
        (fraction, { exact }) => fraction && exact && reckon(fraction, exact),
        first.exact,
      ),
      print: [
        ...parenthesize(first, holds),
        ...formulas.flatMap((formula) => [sign, ...parenthesize(formula, after)]),
      ],
      parts: [
        ...first.parts,
        ...formulas.flatMap(({ parts }) => (sign === ' − ' ? parts.map(negatePart) : parts)),
      ],
      holds,
    }
  }

/** The sum of all expressions. */
export const plus = createOperator(' + ')
/** The first expression less all others. */
export const minus = createOperator(' − ')
/** The product of all expressions. */
export const times = createOperator(' × ')
/** The first expression divided by each of the others; its value is null after a division by zero. */
export const over = createOperator(' ÷ ')

/** Replaces the value and the print of an expression; phrases have the lowest precedence. */
const phraseFormula = (expression: Expression, exact: Fraction | null, print: Formula['print']): Formula => ({
  ...getFormula(expression),
  exact,
  print,
  holds: PHRASE,
})
/** The lesser of two figures. */
export function lesser(figure: Figure, other: Figure): Expression {
  const exact = figure.exact && other.exact && lesserFraction(figure.exact, other.exact)
  return phraseFormula(plus(figure, other), exact, ['the lesser of ', figure, ' and ', other])
}
/** The expression, or 0 if it is negative. */
export const notBelowZero = (expression: Expression): Expression =>
  phraseFormula(expression, expression.exact && greaterFraction(expression.exact, fraction(0)), [
    ...getFormula(expression).print,
    ', not below 0',
  ])
/** The expression, or the figure if the expression is above it. */
export function notAbove(expression: Expression, figure: Figure): Expression {
  const exact = expression.exact && figure.exact && lesserFraction(expression.exact, figure.exact)
  return phraseFormula(expression, exact, [...getFormula(expression).print, ' and not above ', figure])
}
/** Money to the nearest dollar, halves away from 0. */
export const wholeDollars = (expression: Expression): Expression =>
  phraseFormula(expression, expression.exact && roundToMultiple(expression.exact, 100n), [
    ...getFormula(expression).print,
    ', to the whole dollar',
  ])
/** The same expression, printed as other words. */
export const inWords = (expression: Expression, text: string): Expression =>
  phraseFormula(expression, expression.exact, [text])

/** Returns the value of an expression: money in cents; null after a division by zero. */
export const getValue = ({ exact }: Expression): number | null => exact && toNumber(exact)
/** Returns an amount of money in cents, not rounded; 0 after a division by zero. */
export const getFigureCents = (expression: Expression): number => getValue(expression) ?? 0

const formatNumberText = (value: number): string => formatNumber(value).replace('-', '−')
/**
 * Formats cents as formulas and letters print them, in dollars: `1,234`, or with two decimals if there are
 * cents, `−1,234.50`.
 */
export const formatAmountText = (cents: number): string =>
  formatMoney(fromCents(cents), { whole: cents % 100 === 0 })
    .replace('$', '')
    .replace('-', '−')

const printFigure = (figure: Figure, sign: 1 | -1 = 1): z.infer<typeof leaf> => {
  const value = sign * (getValue(figure) ?? 0)
  const { label, unit, code } = figure
  return {
    label: sign === 1 ? label : `less ${label}`,
    text: unit === 'cents' ? formatAmountText(value) : formatNumberText(value),
    code,
  }
}

const getPrintedFigure = (figure: Figure): PrintedFigure => ({
  ...printFigure(figure),
  parts: (figure.by?.parts ?? []).map((part) => printFigure(part.figure, part.sign)),
})

/** Returns the pieces of a printed formula: texts, and figures with their own parts. */
export function getPrintedTerms(expression: Expression): Term[] {
  const terms: Term[] = []
  for (const piece of getFormula(expression).print) {
    const last = terms.at(-1)
    if (typeof piece !== 'string') terms.push(getPrintedFigure(piece))
    else if (typeof last === 'string') terms[terms.length - 1] = last + piece
    else terms.push(piece)
  }
  return terms
}

/**
 * Returns the formula of a computed figure as text, `= B2a + B2b − B2c`; null for a figure that is not
 * computed.
 */
export const describeFigureFormula = ({ by }: Figure): string | null =>
  by && `= ${by.print.map((item) => (typeof item === 'string' ? item : item.called)).join('')}`

const getAccount = ({ code, label }: Figure) => ({ code: code ?? '', name: label })

/** Returns the derivation of a figure: its formula, the figures in it, and those of `figures` that use it. */
export const getFigureDerivation = (figure: Figure, figures: readonly Figure[] = []): Derivation => ({
  account: getAccount(figure),
  cents: getFigureCents(figure),
  formula: describeFigureFormula(figure),
  parts: (figure.by?.parts ?? []).map(({ figure: part, sign }) => ({
    account: getAccount(part),
    sign,
    cents: getFigureCents(part),
    from: part.from,
  })),
  from: figure.from,
  usedIn: figures
    .filter(({ by }) => by?.parts.some((part) => part.figure.code === figure.code))
    .map(getAccount),
})
