/** The values of placeholders; null prints nothing, undefined leaves the placeholder. */
export type PlaceholderData = Readonly<Record<string, string | number | null | undefined>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/**
 * Replaces every `{{name}}` (spaces inside the braces allowed) by its value, to the letter. A name without a
 * value stays as it is. LET-30.
 */
export function fillPlaceholders(text: string, data: PlaceholderData): string {
  return text.replace(PLACEHOLDER, (placeholder, inside: string) => {
    const name = inside.trim()
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    return value === undefined ? placeholder : String(value ?? '')
  })
}

/**
 * The placeholder names in a text that are not among the known ones, each once, in order of appearance.
 * LET-30.
 */
export function unknownPlaceholders(text: string, knownNames: Iterable<string>): string[] {
  const validNames = new Set(knownNames)
  const names = Array.from(text.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())
  return [...new Set(names)].filter((name) => !validNames.has(name))
}
