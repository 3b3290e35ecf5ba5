import { toCents } from '#kernel/model/money.ts'

/** A piece of text on a page, in points from the left and from the top of the displayed page. */
export type TextPiece = { text: string; x: number; y: number; width: number; height: number }

/** An amount in dollars in a document, with the text of its line. */
export type DocumentAmount = { amount: number; line: string }

/** Pieces are in the same line if their baselines differ by less than this part of their height. */
const SAME_LINE = 0.5
/** A gap that is wider than this part of the height is a space. */
const SPACE = 0.15

/** Joins the pieces of a page to lines, from top to bottom, and within a line from left to right. */
export function joinLines(pieces: readonly TextPiece[]): string[] {
  const lines: { y: number; height: number; pieces: TextPiece[] }[] = []
  const filled = pieces.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.y - b.y)
  for (const piece of filled) {
    const line = lines.at(-1)
    if (line && Math.abs(line.y - piece.y) <= SAME_LINE * Math.max(line.height, piece.height))
      line.pieces.push(piece)
    else lines.push({ y: piece.y, height: piece.height, pieces: [piece] })
  }
  return lines.map((line) => joinPieces(line.pieces.toSorted((a, b) => a.x - b.x)))
}

function joinPieces(pieces: readonly TextPiece[]): string {
  let text = ''
  let end = 0
  for (const piece of pieces) {
    const gap = text !== '' && piece.x - end > SPACE * piece.height
    text += gap && !/\s$/.test(text) && !/^\s/.test(piece.text) ? ` ${piece.text}` : piece.text
    end = piece.x + piece.width
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}

/**
 * Matches amounts with cents or with a dollar sign, because a bare whole number may be a count, a year or
 * an account.
 */
const AMOUNT =
  /(?<![\d.,/-])(?:(?:US)?\$\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{2})?|(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{2}))(?![\d%]|[.,/-]\d)/g

/**
 * Phrases in lines with the amount due or a total, the most reliable first. All other lines rank after
 * these.
 */
const RANKS: readonly RegExp[] = [
  /\b(?:amount|balance|total|payment)\s+(?:now\s+)?(?:due|payable|owed|owing)\b|\bpay\s+this\s+amount\b|\bplease\s+pay\b/i,
  /\b(?:grand|invoice|final)\s+total\b|\btotal\s+(?:amount|invoice|charges?|price|cost|bid)\b/i,
  /\btotals?\b/i,
  /\b(?:amount|balance)\b/i,
]
/** Phrases in lines whose amount is only a part of the total; they rank last. */
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
 * Finds the amounts of a document: first those in lines that state the amount due, then totals, then the
 * largest others. Each amount occurs once, and at most `maximum` are returned, without zero. A label counts
 * for an amount in the next line.
 */
export function extractAmounts(lines: readonly string[], maximum = 3): DocumentAmount[] {
  const matches = lines.flatMap((line, position) => {
    const amounts = getAmounts(line)
    const above = lines[position - 1] ?? ''
    const labelAbove =
      amounts.length === 1 && getRank(line) === RANKS.length && getAmounts(above).length === 0
    const rank = labelAbove ? Math.min(getRank(line), getRank(above)) : getRank(line)
    const labeledLine = rank < getRank(line) ? `${above} ${line}` : line
    // In a line with columns only the last amount counts as its sum.
    return amounts.map((amount, index) => ({
      amount,
      line: labeledLine,
      rank: index === amounts.length - 1 ? rank : RANKS.length,
    }))
  })
  const ranked = matches
    .filter(({ amount }) => toCents(amount) > 0)
    .toSorted((a, b) => a.rank - b.rank || b.amount - a.amount)
  const unique = ranked.filter(
    ({ amount }, index) => ranked.findIndex((item) => item.amount === amount) === index,
  )
  return unique.slice(0, maximum).map(({ amount, line }) => ({ amount, line }))
}
