import type { Term } from '#statement/model/index.ts'

/** `(122,474 net operating income − 14,400 reserve deposits) ÷ 75,600 debt service`. */
export const formulaText = (terms: readonly Term[]): string =>
  terms.map((term) => (typeof term === 'string' ? term : `${term.text} ${term.label}`)).join('')

type Ratio = readonly [above: bigint, below: bigint]
const getRatio = (text: string): Ratio => {
  const [digits = '', decimals = ''] = text.replaceAll(',', '').replace('−', '-').split('.')
  return [BigInt(digits + decimals), 10n ** BigInt(decimals.length)]
}
const greatestIn = (item: bigint, other: bigint): bigint =>
  other === 0n ? item : greatestIn(other, item % other)
const signs: Readonly<Record<string, (ratio: Ratio, other: Ratio) => Ratio>> = {
  '+': ([a, b], [c, d]) => [a * d + c * b, b * d],
  '−': ([a, b], [c, d]) => [a * d - c * b, b * d],
  '×': ([a, b], [c, d]) => [a * c, b * d],
  '÷': ([a, b], [c, d]) => (c === 0n ? [0n, 0n] : [a * d, b * c]),
}

/**
 * A printed formula worked out by hand: by its signs, its parentheses and what its figures say; null where it
 * divides by 0.
 */
export function workedOut(text: string): number | null {
  const pieces = [...text.matchAll(/−?\d[\d,]*(\.\d+)?|[()+×÷−]/g)].map(([piece]) => piece)
  const take = (...symbols: readonly string[]) =>
    symbols.includes(pieces[0] ?? '') ? pieces.shift() : undefined
  const readFactor = (): Ratio => {
    if (!take('(')) return getRatio(pieces.shift()!)
    const inner = chain(product, '+', '−')
    if (!take(')')) throw new Error(`A parenthesis is not closed: ${text}`)
    return inner
  }
  const chain = (next: () => Ratio, ...operators: readonly string[]): Ratio => {
    let ratio = next()
    for (let sign = take(...operators); sign; sign = take(...operators)) ratio = signs[sign]!(ratio, next())
    return ratio
  }
  const product = (): Ratio => chain(readFactor, '×', '÷')
  const [above, below] = chain(product, '+', '−')
  if (pieces.length > 0) throw new Error(`Not a formula: ${text}`)
  const shared = greatestIn(above, below)
  return below === 0n ? null : Number(above / shared) / Number(below / shared)
}

/** The figures of a printed formula with its signs, without what they are called. */
export const getFigures = (terms: readonly Term[]): string =>
  terms.map((term) => (typeof term === 'string' ? term : term.text)).join('')
