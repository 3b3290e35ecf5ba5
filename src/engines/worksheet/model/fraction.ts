/**
 * An exact number as a fraction of integers; `below` is above 0. Nothing is rounded until the number is
 * printed.
 */
export type Fraction = { above: bigint; below: bigint }

/** Returns a number as a fraction; a number that is not whole is rounded to four decimals. */
export const fraction = (value: number): Fraction =>
  Number.isInteger(value)
    ? { above: BigInt(value), below: 1n }
    : { above: BigInt(Math.round(value * 10_000)), below: 10_000n }

/** Adds two fractions. */
export const sumOfFractions = (fraction: Fraction, other: Fraction): Fraction => ({
  above: fraction.above * other.below + other.above * fraction.below,
  below: fraction.below * other.below,
})
/** Subtracts the second fraction from the first. */
export const difference = (fraction: Fraction, { above, below }: Fraction): Fraction =>
  sumOfFractions(fraction, { above: -above, below })
/** Multiplies two fractions. */
export const product = (fraction: Fraction, other: Fraction): Fraction => ({
  above: fraction.above * other.above,
  below: fraction.below * other.below,
})
/** Returns null for a division by zero. */
export const quotient = (fraction: Fraction, { above, below }: Fraction): Fraction | null =>
  above === 0n
    ? null
    : product(fraction, above > 0n ? { above: below, below: above } : { above: -below, below: -above })

/** Returns the lesser of two fractions. */
export const lesserFraction = (fraction: Fraction, other: Fraction): Fraction =>
  fraction.above * other.below <= other.above * fraction.below ? fraction : other
/** Returns the greater of two fractions. */
export const greaterFraction = (fraction: Fraction, other: Fraction): Fraction =>
  lesserFraction(fraction, other) === fraction ? other : fraction

/** Rounds to the nearest multiple of a whole number, halves away from 0. */
export function roundToMultiple({ above, below }: Fraction, multiple: bigint): Fraction {
  const size = above < 0n ? -above : above
  const rounded = ((2n * size + multiple * below) / (2n * multiple * below)) * multiple
  return { above: above < 0n ? -rounded : rounded, below: 1n }
}

/** Converts a fraction to the nearest floating-point number. */
export const toNumber = ({ above, below }: Fraction): number => Number(above) / Number(below)
