import type { Option } from '../display.ts'

/** The largest number of options listed at once. More are found by typing. */
const MOST_LISTED = 100

/**
 * Returns the options whose label contains the typed text, without regard to case, those that begin with it
 * first. At most 100 are listed, and `more` is the number of further matches.
 */
export function findMatchingOptions(
  options: readonly Option[],
  input: string,
): { listed: Option[]; more: number } {
  const searchText = input.trim().toLowerCase()
  const beginning: Option[] = []
  const containing: Option[] = []
  for (const option of options) {
    const index = searchText === '' ? 0 : option.label.toLowerCase().indexOf(searchText)
    if (index === 0) beginning.push(option)
    else if (index > 0) containing.push(option)
  }
  const all = [...beginning, ...containing]
  return { listed: all.slice(0, MOST_LISTED), more: Math.max(0, all.length - MOST_LISTED) }
}

/**
 * Returns the option that a typed text refers to: the one with exactly that label, or the only one that
 * matches. Undefined if it is not clear.
 */
export function findMeantOption(options: readonly Option[], input: string): Option | undefined {
  const searchText = input.trim().toLowerCase()
  if (searchText === '') return undefined
  const exact = options.find((option) => option.label.toLowerCase() === searchText && !option.disabled)
  if (exact) return exact
  const { listed: matches } = findMatchingOptions(options, input)
  const usable = matches.filter((option) => !option.disabled)
  return usable.length === 1 ? usable[0] : undefined
}

/**
 * Returns the index of the next enabled option, up or down from `from`, and from the last to the first. −1 if
 * there is none.
 */
export function nextUsable(options: readonly Option[], from: number, step: 1 | -1): number {
  for (let tried = 1; tried <= options.length; tried += 1) {
    const start = from < 0 && step < 0 ? 0 : from
    const index = (((start + step * tried) % options.length) + options.length) % options.length
    if (!options[index]?.disabled) return index
  }
  return -1
}
