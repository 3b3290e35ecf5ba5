import type { Term } from '#engines/worksheet/model/index.ts'

/**
 * The text of a formula, for example `(122,474 net operating income − 14,400 reserve deposits) ÷ 75,600 debt
 * service`.
 */
export const getFormulaText = (terms: readonly Term[]): string =>
  terms.map((term) => (typeof term === 'string' ? term : `${term.text} ${term.label}`)).join('')

/** An exact fraction. */
type Ratio = readonly [numerator: bigint, denominator: bigint]
const parseRatio = (text: string): Ratio => {
  const [digits = '', decimals = ''] = text.replaceAll(',', '').replace('−', '-').split('.')
  return [BigInt(digits + decimals), 10n ** BigInt(decimals.length)]
}
const getGreatestCommonDivisor = (item: bigint, other: bigint): bigint =>
  other === 0n ? item : getGreatestCommonDivisor(other, item % other)
const signs: Readonly<Record<string, (ratio: Ratio, other: Ratio) => Ratio>> = {
  '+': ([a, b], [c, d]) => [a * d + c * b, b * d],
  '−': ([a, b], [c, d]) => [a * d - c * b, b * d],
  '×': ([a, b], [c, d]) => [a * c, b * d],
  '÷': ([a, b], [c, d]) => (c === 0n ? [0n, 0n] : [a * d, b * c]),
}

/**
 * Computes the value of a printed formula from its figures, signs and parentheses. Null if it divides by 0.
 */
export function computePrintedFormula(text: string): number | null {
  const pieces = [...text.matchAll(/−?\d[\d,]*(\.\d+)?|[()+×÷−]/g)].map(([piece]) => piece)
  const take = (...symbols: readonly string[]) =>
    symbols.includes(pieces[0] ?? '') ? pieces.shift() : undefined
  const readFactor = (): Ratio => {
    if (!take('(')) return parseRatio(pieces.shift()!)
    const inner = parseChain(parseProduct, '+', '−')
    if (!take(')')) throw new Error(`A parenthesis is not closed: ${text}`)
    return inner
  }
  const parseChain = (next: () => Ratio, ...operators: readonly string[]): Ratio => {
    let ratio = next()
    for (let sign = take(...operators); sign; sign = take(...operators)) ratio = signs[sign]!(ratio, next())
    return ratio
  }
  const parseProduct = (): Ratio => parseChain(readFactor, '×', '÷')
  const [numerator, denominator] = parseChain(parseProduct, '+', '−')
  if (pieces.length > 0) throw new Error(`Not a formula: ${text}`)
  const divisor = getGreatestCommonDivisor(numerator, denominator)
  return denominator === 0n ? null : Number(numerator / divisor) / Number(denominator / divisor)
}

/** The figures of a formula with its signs, without their labels. */
export const getFigures = (terms: readonly Term[]): string =>
  terms.map((term) => (typeof term === 'string' ? term : term.text)).join('')
