/**
 * Invented facts are drawn by name, not in sequence: the same name always draws the same, whatever was drawn
 * before.
 */

/** A 32-bit hash of a text (FNV-1a with a final mix), the same on every machine. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

/** A whole number from `low` to `high`, both included, drawn by name. */
export const between = (name: string, low: number, high: number): number =>
  low + (hash(name) % (high - low + 1))

/** One of the choices, drawn by name. Throws on an empty list. */
export function pick<Choice>(name: string, choices: readonly Choice[]): Choice {
  const choice = choices[hash(name) % choices.length]
  if (choice === undefined) throw new Error(`Nothing to choose from for ${name}`)
  return choice
}

/** True for about `percent` in a hundred names. */
export const chance = (name: string, percent: number): boolean => hash(name) % 100 < percent
