/**
 * Invented facts depend on a name and not on a sequence: the same name always has the same result.
 */

/** Returns a 32-bit hash of a text (FNV-1a with a final mix), which is the same on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

/** Returns an integer from `low` to `high`, both included, depending on the name. */
export const between = (name: string, low: number, high: number): number =>
  low + (hash(name) % (high - low + 1))

/** Returns one of the choices depending on the name. Throws for an empty list. */
export function pick<Choice>(name: string, choices: readonly Choice[]): Choice {
  const choice = choices[hash(name) % choices.length]
  if (choice === undefined) throw new Error(`Nothing to choose from for ${name}`)
  return choice
}

/** Returns true for about `percent` in a hundred names. */
export const chance = (name: string, percent: number): boolean => hash(name) % 100 < percent
