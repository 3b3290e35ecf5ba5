/** An exact fraction, so that `=1/3*3` is 1 and no cent is lost on the way. */
type Fraction = { over: bigint; under: bigint }

const LONGEST_TEXT = 200
const TOKENS = /\d+(?:,\d{3})*(?:\.\d*)?|\.\d+|[-+*/()]/g

function getFraction(figure: string): Fraction {
  const [integerDigits = '', behind = ''] = figure.replaceAll(',', '').split('.')
  return { over: BigInt(`${integerDigits}${behind}` || '0'), under: 10n ** BigInt(behind.length) }
}

const operations: Readonly<Record<string, (fraction: Fraction, other: Fraction) => Fraction>> = {
  '+': (fraction, other) => ({
    over: fraction.over * other.under + other.over * fraction.under,
    under: fraction.under * other.under,
  }),
  '-': (fraction, other) => ({
    over: fraction.over * other.under - other.over * fraction.under,
    under: fraction.under * other.under,
  }),
  '*': (fraction, other) => ({ over: fraction.over * other.over, under: fraction.under * other.under }),
  '/': (fraction, other) => {
    if (other.over === 0n) throw new RangeError('Divided by zero.')
    const turned = other.over < 0n ? -1n : 1n
    return { over: turned * fraction.over * other.under, under: turned * fraction.under * other.over }
  },
}

/** Reads sums of products of figures, signs and parentheses; throws on anything else. */
function readSum(tokens: string[]): Fraction {
  const chain = (part: () => Fraction, signs: string): Fraction => {
    let value = part()
    while (tokens.length > 0 && signs.includes(tokens[0]!))
      value = operations[tokens.shift()!]!(value, part())
    return value
  }
  const figure = (): Fraction => {
    const token = tokens.shift()
    if (token === '-') return operations['-']!({ over: 0n, under: 1n }, figure())
    if (token === '+') return figure()
    if (token === '(') {
      const inside = readSum(tokens)
      if (tokens.shift() !== ')') throw new SyntaxError('A parenthesis is not closed.')
      return inside
    }
    if (token === undefined || !/\d/.test(token)) throw new SyntaxError('A figure is missing.')
    return getFraction(token)
  }
  return chain(() => chain(figure, '*/'), '+-')
}

/** `over / under` to the nearest integer, halves away from zero. */
function rounded({ over, under }: Fraction): bigint {
  const size = over < 0n ? -over : over
  const nearest = (2n * size + under) / (2n * under)
  return over < 0n ? -nearest : nearest
}

/**
 * Computes a text such as `=5000+120` or `=(1,200.50-80)*12` in dollars, exact to the cent; `exact` is false
 * if a division left a part of a cent, which is rounded. Null if the text is not such a sum. Supports only +
 * - * / and parentheses.
 */
export function sumTyped(text: string): { dollars: number; exact: boolean } | null {
  const bare = text.trim().slice(1).replace(/[$\s]/g, '').replaceAll('\u2212', '-')
  const tokens = bare.match(TOKENS) ?? []
  if (text.length > LONGEST_TEXT || tokens.join('') !== bare) return null
  try {
    const sum = readSum(tokens)
    if (tokens.length > 0) return null
    const cents = { over: sum.over * 100n, under: sum.under }
    const total = Number(rounded(cents))
    return Number.isSafeInteger(total)
      ? { dollars: total / 100, exact: cents.over % cents.under === 0n }
      : null
  } catch {
    return null
  }
}
