/**
 * Draws invented facts. A fact depends on the name of the draw and not on a sequence of draws: the same name
 * always has the same result.
 */

/** Returns a 32-bit hash of a text (FNV-1a with a final mix). The hash is the same on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

/** Draws an integer from `low` to `high`, both included, which depends only on the name. */
export const drawBetween = (name: string, low: number, high: number): number =>
  low + (hash(name) % (high - low + 1))

/** Draws one of the choices, which depends only on the name. Throws for an empty list. */
export function drawChoice<Choice>(name: string, choices: readonly Choice[]): Choice {
  const choice = choices[hash(name) % choices.length]
  if (choice === undefined) throw new Error(`Nothing to choose from for ${name}`)
  return choice
}

/** Draws true for about `percent` in a hundred names, and false for the others. */
export const drawChance = (name: string, percent: number): boolean => hash(name) % 100 < percent
