/** An exact fraction, so that `=1/3*3` is 1 and no cent is lost. */
type Fraction = { numerator: bigint; denominator: bigint }

const LONGEST_TEXT = 200
const TOKENS = /\d+(?:,\d{3})*(?:\.\d*)?|\.\d+|[-+*/()]/g

function getFraction(figure: string): Fraction {
  const [integerDigits = '', fractionDigits = ''] = figure.replaceAll(',', '').split('.')
  return {
    numerator: BigInt(`${integerDigits}${fractionDigits}` || '0'),
    denominator: 10n ** BigInt(fractionDigits.length),
  }
}

const operations: Readonly<Record<string, (fraction: Fraction, other: Fraction) => Fraction>> = {
  '+': (fraction, other) => ({
    numerator: fraction.numerator * other.denominator + other.numerator * fraction.denominator,
    denominator: fraction.denominator * other.denominator,
  }),
  '-': (fraction, other) => ({
    numerator: fraction.numerator * other.denominator - other.numerator * fraction.denominator,
    denominator: fraction.denominator * other.denominator,
  }),
  '*': (fraction, other) => ({
    numerator: fraction.numerator * other.numerator,
    denominator: fraction.denominator * other.denominator,
  }),
  '/': (fraction, other) => {
    if (other.numerator === 0n) throw new RangeError('Divided by zero.')
    const sign = other.numerator < 0n ? -1n : 1n
    return {
      numerator: sign * fraction.numerator * other.denominator,
      denominator: sign * fraction.denominator * other.numerator,
    }
  },
}

/** Computes a sum of products of figures, signs and parentheses. Throws for anything else. */
function computeSum(tokens: string[]): Fraction {
  const chain = (part: () => Fraction, signs: string): Fraction => {
    let value = part()
    while (tokens.length > 0 && signs.includes(tokens[0]!))
      value = operations[tokens.shift()!]!(value, part())
    return value
  }
  const figure = (): Fraction => {
    const token = tokens.shift()
    if (token === '-') return operations['-']!({ numerator: 0n, denominator: 1n }, figure())
    if (token === '+') return figure()
    if (token === '(') {
      const inside = computeSum(tokens)
      if (tokens.shift() !== ')') throw new SyntaxError('A parenthesis is not closed.')
      return inside
    }
    if (token === undefined || !/\d/.test(token)) throw new SyntaxError('A figure is missing.')
    return getFraction(token)
  }
  return chain(() => chain(figure, '*/'), '+-')
}

/** `numerator / denominator` rounded to the nearest integer, halves away from zero. */
function roundFraction({ numerator, denominator }: Fraction): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const nearest = (2n * size + denominator) / (2n * denominator)
  return numerator < 0n ? -nearest : nearest
}

/**
 * Computes a text such as `=5000+120` or `=(1,200.50-80)*12` in dollars. `exact` is false if the result was
 * rounded to a cent. Returns null if the text is not such a sum. It can contain only + - * / and parentheses.
 */
export function computeTypedSum(text: string): { dollars: number; exact: boolean } | null {
  const bare = text.trim().slice(1).replace(/[$\s]/g, '').replaceAll('\u2212', '-')
  const tokens = bare.match(TOKENS) ?? []
  if (text.length > LONGEST_TEXT || tokens.join('') !== bare) return null
  try {
    const sum = computeSum(tokens)
    if (tokens.length > 0) return null
    const cents = { numerator: sum.numerator * 100n, denominator: sum.denominator }
    const total = Number(roundFraction(cents))
    return Number.isSafeInteger(total)
      ? { dollars: total / 100, exact: cents.numerator % cents.denominator === 0n }
      : null
  } catch {
    return null
  }
}
