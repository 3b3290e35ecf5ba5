export type SampleStep = { lowIncomeUnits: number; sampleUnits: number }

/**
 * The number of units to inspect: that of the first step with at least this many low-income units, or of the
 * last step where there is none; 0 without units.
 */
export function sampleSize(lowIncomeUnits: number, steps: readonly SampleStep[]): number {
  if (lowIncomeUnits <= 0) return 0
  const rising = steps.toSorted((entry, other) => entry.lowIncomeUnits - other.lowIncomeUnits)
  const step = rising.find((entry) => entry.lowIncomeUnits >= lowIncomeUnits) ?? rising.at(-1)
  return Math.min(step?.sampleUnits ?? 0, lowIncomeUnits)
}

/** A number from a text, always the same (FNV-1a). */
function computeSeed(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

/** Numbers from 0 to below 1 in an order that the seed decides (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Draws `size` of the places 1 to `units` at random, in rising order. The same seed draws the same places
 * wherever and whenever it is drawn again, so that anybody can check a sample; a further draw has another
 * seed.
 */
export function drawPlaces(units: number, size: number, seed: string): number[] {
  const next = numbersFrom(computeSeed(seed))
  const places = Array.from({ length: units }, (_, index) => index + 1)
  for (let index = 0; index < Math.min(size, units); index += 1) {
    const other = index + Math.floor(next() * (units - index))
    ;[places[index], places[other]] = [places[other]!, places[index]!]
  }
  return places.slice(0, Math.min(size, units)).sort((first, second) => first - second)
}

/** The seed of an inspection's draw; the first draw is 1. */
export const drawSeed = (inspectionId: number, draw: number): string => `IN-${inspectionId}/${draw}`

/**
 * The place of the substitute for a unit where nobody was home: the first free one after the last of the
 * sample in the order of the list, or the first free one. Null where every place is in the sample.
 */
export function findSubstitutePlace(units: number, drawnPlaces: readonly number[]): number | null {
  const start = Math.max(...drawnPlaces, 0)
  const free = Array.from({ length: units }, (_, index) => index + 1).filter(
    (place) => !drawnPlaces.includes(place),
  )
  return free.find((place) => place > start) ?? free[0] ?? null
}
