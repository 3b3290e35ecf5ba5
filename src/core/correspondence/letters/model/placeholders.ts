/** The values of placeholders by name. Null prints nothing; undefined leaves the placeholder visible. */
export type PlaceholderData = Readonly<Record<string, string | number | null | undefined>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/**
 * Replaces every `{{name}}` (with optional spaces inside the braces) by its value. A placeholder without a
 * value is not changed. LET-30.
 */
export function fillPlaceholders(text: string, data: PlaceholderData): string {
  return text.replace(PLACEHOLDER, (placeholder, inside: string) => {
    const name = inside.trim()
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    return value === undefined ? placeholder : String(value ?? '')
  })
}

/**
 * Returns the placeholder names in a text that are not in `knownNames`, each once, in order of appearance.
 * LET-30.
 */
export function getUnknownPlaceholders(text: string, knownNames: Iterable<string>): string[] {
  const validNames = new Set(knownNames)
  const names = Array.from(text.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())
  return [...new Set(names)].filter((name) => !validNames.has(name))
}
