import type { Option } from '../display.ts'

/** Most options listed at once; more are found by typing. */
const MOST_LISTED = 100

/**
 * The options whose label holds the typed text (case ignored), those that begin with it first; all of them
 * for an empty text. At most 100 are listed; `more` says how many matches were left out.
 */
export function matching(options: readonly Option[], input: string): { listed: Option[]; more: number } {
  const searchText = input.trim().toLowerCase()
  const begins: Option[] = []
  const holds: Option[] = []
  for (const option of options) {
    const index = searchText === '' ? 0 : option.label.toLowerCase().indexOf(searchText)
    if (index === 0) begins.push(option)
    else if (index > 0) holds.push(option)
  }
  const all = [...begins, ...holds]
  return { listed: all.slice(0, MOST_LISTED), more: Math.max(0, all.length - MOST_LISTED) }
}

/**
 * The option a typed text means when the box is left: the one with that very label, or the only one that
 * matches; undefined when it is not clear.
 */
export function meant(options: readonly Option[], input: string): Option | undefined {
  const searchText = input.trim().toLowerCase()
  if (searchText === '') return undefined
  const exact = options.find((option) => option.label.toLowerCase() === searchText && !option.disabled)
  if (exact) return exact
  const { listed: matches } = matching(options, input)
  const usable = matches.filter((option) => !option.disabled)
  return usable.length === 1 ? usable[0] : undefined
}

/**
 * The next option that can be chosen, up or down from `from`, going round at the ends; −1 when there is none.
 */
export function nextUsable(options: readonly Option[], from: number, step: 1 | -1): number {
  for (let tried = 1; tried <= options.length; tried += 1) {
    const start = from < 0 && step < 0 ? 0 : from
    const index = (((start + step * tried) % options.length) + options.length) % options.length
    if (!options[index]?.disabled) return index
  }
  return -1
}
