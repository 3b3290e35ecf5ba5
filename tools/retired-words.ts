import { parseSync } from '@swc/core'

/** A source file: its path in the project and its text. */
type SourceFile = { path: string; text: string }

/** Words of the early code that are too vague to name anything (docs/glossary.md, Words of the code). */
const RETIRED = /^(told|tells?|telling|held|kept|beside|deeds?|grounds)$/
const MAYBE = /told|tell|held|kept|beside|deed|grounds/i

/**
 * Terms of the field that contain one of these words. In the modules of FUNDS the word alone is such a term,
 * for money that the agency keeps in trust.
 */
const TERMS: ReadonlySet<string> = new Set([
  ...['principalHeld', 'fundsHeld', 'FundHeld', 'unitsHeld', 'unitsHeldFaults', 'heldUnits', 'heldByAgency'],
  ...['heldAtSubmit', 'held_at_submit'],
])
const FUNDS = /^src\/features\/(reserves\/insuranceClaim|capital\/equity)\//

const splitIntoWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_$-]+/)
    .map((word) => word.toLowerCase())

/** Finds the names of a file that use a retired word, once each. */
export function listRetiredNames({ path, text }: SourceFile): string[] {
  if (!MAYBE.test(text)) return []
  const names = new Set<string>()
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const element of value) walk(element)
      return
    }
    const node = value as Record<string, unknown>
    if (typeof node.value === 'string' && /^(Identifier|PrivateName)$/.test(String(node.type)))
      names.add(node.value)
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }).body)
  return [...names].filter(
    (name) =>
      splitIntoWords(name).some((word) => RETIRED.test(word)) &&
      !TERMS.has(name) &&
      !(name === 'held' && FUNDS.test(path)),
  )
}
