/**
 * An exact number: a fraction of whole numbers, the lower one above 0. Nothing is rounded before it is
 * printed.
 */
export type Fraction = { above: bigint; below: bigint }

/** A whole number, or one of at most four decimals. */
export const fraction = (value: number): Fraction =>
  Number.isInteger(value)
    ? { above: BigInt(value), below: 1n }
    : { above: BigInt(Math.round(value * 10_000)), below: 10_000n }

export const sumOfFractions = (fraction: Fraction, other: Fraction): Fraction => ({
  above: fraction.above * other.below + other.above * fraction.below,
  below: fraction.below * other.below,
})
export const difference = (fraction: Fraction, { above, below }: Fraction): Fraction =>
  sumOfFractions(fraction, { above: -above, below })
export const product = (fraction: Fraction, other: Fraction): Fraction => ({
  above: fraction.above * other.above,
  below: fraction.below * other.below,
})
/** Null where it is divided by nothing. */
export const quotient = (fraction: Fraction, { above, below }: Fraction): Fraction | null =>
  above === 0n
    ? null
    : product(fraction, above > 0n ? { above: below, below: above } : { above: -below, below: -above })

export const least = (fraction: Fraction, other: Fraction): Fraction =>
  fraction.above * other.below <= other.above * fraction.below ? fraction : other
export const greatest = (fraction: Fraction, other: Fraction): Fraction =>
  least(fraction, other) === fraction ? other : fraction

/** To the nearest multiple of a whole number, halves away from 0. */
export function toMultiple({ above, below }: Fraction, multiple: bigint): Fraction {
  const size = above < 0n ? -above : above
  const rounded = ((2n * size + multiple * below) / (2n * multiple * below)) * multiple
  return { above: above < 0n ? -rounded : rounded, below: 1n }
}

/** As near as a number comes to it. */
export const toNumber = ({ above, below }: Fraction): number => Number(above) / Number(below)
