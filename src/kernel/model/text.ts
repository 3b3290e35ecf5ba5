/** The choice of the alphabet filter that shows everything. */
export const VIEW_ALL = 'View All'

/** The 28 choices of the alphabet filter: # for digits, A to Z, and View All. UI-09. */
export const alphabetChoices: readonly string[] = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', VIEW_ALL]

/** Whether a name stands under a choice of the alphabet filter; names that begin otherwise only in View All. UI-09. */
export function matchesLetter(name: string | null | undefined, choice: string): boolean {
  if (choice === VIEW_ALL) return true
  const first = (name ?? '').charAt(0)
  return choice === '#' ? /^\d$/.test(first) : first !== '' && first.toUpperCase() === choice.toUpperCase()
}

/** What stands in for placeholders; null shows as nothing, undefined leaves the placeholder. */
export type PlaceholderData = Readonly<Record<string, string | number | null | undefined>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/**
 * Replaces every `{{name}}` (spaces inside the braces allowed) by its value, to the letter. A name without a value
 * stays as it is. LET-30.
 */
export function fillPlaceholders(text: string, data: PlaceholderData): string {
  return text.replace(PLACEHOLDER, (placeholder, inside: string) => {
    const name = inside.trim()
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    return value === undefined ? placeholder : String(value ?? '')
  })
}

/** The placeholder names in a text that are not among the known ones, each once, in order of appearance. LET-30. */
export function unknownPlaceholders(text: string, knownNames: Iterable<string>): string[] {
  const known = new Set(knownNames)
  const names = Array.from(text.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())
  return [...new Set(names)].filter((name) => !known.has(name))
}

/** Cuts text into slices of `size` characters, the last one shorter; joined they are the text again. FIL-03. */
export function sliceInto(text: string, size = 512): string[] {
  if (!(size >= 1)) throw new RangeError(`Not a slice size: ${size}`)
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}

/**
 * An invoice number as compared when looking for duplicates: upper case, letters and digits only, without leading
 * zeros, so that ' 00a-17' equals 'A17'. '' for none.
 */
export function normaliseInvoiceNumber(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}
