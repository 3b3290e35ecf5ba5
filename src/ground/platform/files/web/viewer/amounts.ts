import { toCents } from '#kernel/model/money.ts'

/** A piece of text on a page: points from the left and from the top, as the page is seen. */
export type TextPiece = { text: string; x: number; y: number; width: number; height: number }

/** An amount in dollars from a document, with its line. */
export type FoundAmount = { amount: number; line: string }

/** Pieces whose baselines differ by less than this part of their height are in the same line. */
const SAME_LINE = 0.5
/** A gap wider than this part of the height is a space. */
const SPACE = 0.15

/** The lines of a page from top to bottom, their pieces joined from left to right. */
export function getFileLines(pieces: readonly TextPiece[]): string[] {
  const lines: { y: number; height: number; pieces: TextPiece[] }[] = []
  const filled = pieces.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.y - b.y)
  for (const piece of filled) {
    const line = lines.at(-1)
    if (line && Math.abs(line.y - piece.y) <= SAME_LINE * Math.max(line.height, piece.height))
      line.pieces.push(piece)
    else lines.push({ y: piece.y, height: piece.height, pieces: [piece] })
  }
  return lines.map((line) => joined(line.pieces.toSorted((a, b) => a.x - b.x)))
}

function joined(pieces: readonly TextPiece[]): string {
  let text = ''
  let end = 0
  for (const piece of pieces) {
    const gap = text !== '' && piece.x - end > SPACE * piece.height
    text += gap && !/\s$/.test(text) && !/^\s/.test(piece.text) ? ` ${piece.text}` : piece.text
    end = piece.x + piece.width
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** With cents, or with a dollar sign: a bare whole number may be a count, a year or an account. */
const AMOUNT =
  /(?<![\d.,/-])(?:(?:US)?\$\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{2})?|(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{2}))(?![\d%]|[.,/-]\d)/g

/** Phrases of lines that state an amount due, the most reliable first. Other lines rank last. */
const RANKS: readonly RegExp[] = [
  /\b(?:amount|balance|total|payment)\s+(?:now\s+)?(?:due|payable|owed|owing)\b|\bpay\s+this\s+amount\b|\bplease\s+pay\b/i,
  /\b(?:grand|invoice|final)\s+total\b|\btotal\s+(?:amount|invoice|charges?|price|cost|bid)\b/i,
  /\btotals?\b/i,
  /\b(?:amount|balance)\b/i,
]
/** Lines whose amount is a part of the total, regardless of their other words. */
const PART =
  /\bsub\s*-?\s*totals?\b|\btax(?:es)?\b|\bdiscount\b|\bdeposit\b|\bpaid\b|\bprevious\b|\bcredits?\b|\blast\s+(?:bill|payment)\b/i

const getRank = (line: string): number => {
  if (PART.test(line)) return RANKS.length + 1
  const rank = RANKS.findIndex((regExp) => regExp.test(line))
  return rank < 0 ? RANKS.length : rank
}

const getAmounts = (line: string): number[] =>
  [...line.matchAll(AMOUNT)].map(([, dollars, cents = '', bare, bareCents = '']) =>
    Number(`${(dollars ?? bare ?? '').replaceAll(',', '')}${dollars ? cents : bareCents}`),
  )

/**
 * Proposes the amounts of a document: those of lines that state what is due first, then totals, then the
 * largest of the others; each amount once, at most `most`. A label with its amount in the next line counts
 * with it. Zero is never proposed.
 */
export function amountsIn(lines: readonly string[], maximum = 3): FoundAmount[] {
  const matches = lines.flatMap((line, position) => {
    const amounts = getAmounts(line)
    const above = lines[position - 1] ?? ''
    const labelAbove =
      amounts.length === 1 && getRank(line) === RANKS.length && getAmounts(above).length === 0
    const rank = labelAbove ? Math.min(getRank(line), getRank(above)) : getRank(line)
    const labeledLine = rank < getRank(line) ? `${above} ${line}` : line
    // A line of columns ends with its sum.
    return amounts.map((amount, index) => ({
      amount,
      line: labeledLine,
      rank: index === amounts.length - 1 ? rank : RANKS.length,
    }))
  })
  const ranked = matches
    .filter(({ amount }) => toCents(amount) > 0)
    .toSorted((a, b) => a.rank - b.rank || b.amount - a.amount)
  const once = ranked.filter(
    ({ amount }, index) => ranked.findIndex((item) => item.amount === amount) === index,
  )
  return once.slice(0, maximum).map(({ amount, line }) => ({ amount, line }))
}
