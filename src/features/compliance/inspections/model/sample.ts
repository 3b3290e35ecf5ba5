/** A row of the sampling chart: up to `lowIncomeUnits`, `sampleUnits` are inspected. */
export type SampleStep = { lowIncomeUnits: number; sampleUnits: number }

/**
 * Returns the number of units to inspect: that of the first step with at least this many low-income units, or
 * of the last step if there is none; 0 without units. It never exceeds the number of units.
 */
export function getSampleSize(lowIncomeUnits: number, steps: readonly SampleStep[]): number {
  if (lowIncomeUnits <= 0) return 0
  const rising = steps.toSorted((entry, other) => entry.lowIncomeUnits - other.lowIncomeUnits)
  const step = rising.find((entry) => entry.lowIncomeUnits >= lowIncomeUnits) ?? rising.at(-1)
  return Math.min(step?.sampleUnits ?? 0, lowIncomeUnits)
}

/** Hashes a text to a 32-bit number (FNV-1a), so that the same text always gives the same seed. */
function computeSeed(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

/** Returns a generator of random numbers (0 <= n < 1) that repeats for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Draws `size` of the list positions 1 to `units` at random and returns them in rising order. The same seed
 * always draws the same positions, so that anyone can check a sample. Another draw uses another seed.
 */
export function drawPositions(units: number, size: number, seed: string): number[] {
  const next = createRandom(computeSeed(seed))
  const positions = Array.from({ length: units }, (_, index) => index + 1)
  for (let index = 0; index < Math.min(size, units); index += 1) {
    const other = index + Math.floor(next() * (units - index))
    ;[positions[index], positions[other]] = [positions[other]!, positions[index]!]
  }
  return positions.slice(0, Math.min(size, units)).sort((first, second) => first - second)
}

/** Returns the seed of an inspection's draw; `draw` counts from 1. */
export const getDrawSeed = (inspectionId: number, draw: number): string => `IN-${inspectionId}/${draw}`

/**
 * Returns the list position of the substitute for a unit where no one was home: the first position after the
 * highest drawn one that is not drawn yet, or else the first undrawn one of the list. Null if every position
 * is drawn.
 */
export function findSubstitutePosition(units: number, drawnPlaces: readonly number[]): number | null {
  const start = Math.max(...drawnPlaces, 0)
  const free = Array.from({ length: units }, (_, index) => index + 1).filter(
    (place) => !drawnPlaces.includes(place),
  )
  return free.find((place) => place > start) ?? free[0] ?? null
}
