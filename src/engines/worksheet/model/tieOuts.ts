import { formatMoney, fromCents } from '#kernel/model/money.ts'

/**
 * One of the two figures of a tie-out, in cents, and its place: an account of the page (`code`), or a
 * screen (`to`).
 */
export type Side = {
  label: string
  cents: number
  code?: string
  to?: string
  /** Its components, if it is a sum. */
  of?: { label: string; cents: number }[]
}

/**
 * A check that two figures are equal, or that one is not above or below the other. If `stops` is true, a
 * difference beyond the tolerance blocks the submission; otherwise it is a warning.
 */
export type TieOut = {
  id: string
  title: string
  /** The source of the rule: `domain 9.3`. */
  source: string
  left: Side
  right: Side
  holds: 'equal' | 'at least' | 'at most'
  stops: boolean
  /** `percent` for figures in ten-thousandths of a percent point; otherwise money in cents. */
  unit?: 'percent'
}

/** The result of a tie-out. `hint` names a possible cause of the difference. */
export type TieOutResult = TieOut & { agrees: boolean; difference: number; hint: string | null }

/**
 * Returns a possible cause of a difference if the figures match one exactly. `figures` are those of the
 * page in cents, by account code.
 */
function getHint(
  { left, right }: TieOut,
  difference: number,
  figures: ReadonlyMap<string, number>,
): string | null {
  if (left.cents === -right.cents && left.cents !== 0) return 'The sign is turned.'
  if (left.cents === 2 * right.cents || right.cents === 2 * left.cents)
    return 'One figure is twice the other.'
  const match = [...figures].find(([, cents]) => cents !== 0 && Math.abs(cents) === Math.abs(difference))
  if (match) return `Equals account ${match[0]}: is it left out?`
  const reversed = [...figures].find(
    ([, cents]) => cents !== 0 && 2 * Math.abs(cents) === Math.abs(difference),
  )
  if (reversed) return `Equals twice account ${reversed[0]}: is its sign turned?`
  // If one side is empty, no figure was entered whose digits could be swapped.
  if (left.cents === 0 || right.cents === 0) return null
  return difference % 900 === 0 ? 'Divides by 9: two digits may be swapped.' : null
}

/**
 * Compares the figures of a tie-out. `tolerance` is in dollars; a difference up to it agrees (domain 4.14).
 */
export function compareTieOut(
  tie: TieOut,
  tolerance: number,
  figures: ReadonlyMap<string, number> = new Map(),
): TieOutResult {
  const difference = tie.left.cents - tie.right.cents
  const maximum = tolerance * 100
  const agrees =
    tie.holds === 'equal'
      ? Math.abs(difference) <= maximum
      : tie.holds === 'at least'
        ? difference >= -maximum
        : difference <= maximum
  return {
    ...tie,
    agrees,
    difference,
    hint: agrees || tie.holds !== 'equal' ? null : getHint(tie, difference, figures),
  }
}

/**
 * Describes a difference: `Gross potential rent: 5120 $389,472.00, approved rents $381,600.00; difference
 * $7,872.00.`
 */
export const describeTieOut = ({ title, left, right, difference, unit }: TieOutResult): string => {
  const formatFigure = (figure: number) => formatTieOutFigure(figure, unit)
  return `${title}: ${left.label} ${formatFigure(left.cents)}, ${right.label} ${formatFigure(right.cents)}; difference ${formatFigure(difference)}.`
}

/** Formats a figure of a tie-out. */
export const formatTieOutFigure = (figure: number, unit?: TieOut['unit']): string =>
  unit === 'percent' ? `${(figure / 10_000).toFixed(4)}%` : formatMoney(fromCents(figure))
