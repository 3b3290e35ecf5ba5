import { parseSync } from '@swc/core'

/** A file as it stands in the project. */
type SourceFile = { path: string; text: string }

/**
 * Words of the early code that said too little (docs/glossary.md, Words of the code). They name nothing any
 * more.
 */
const RETIRED = /^(told|tells?|telling|held|kept|beside|deeds?|grounds)$/
const MAYBE = /told|tell|held|kept|beside|deed|grounds/i

/**
 * Terms of the field with one of these words, and where a word alone is such a term: money the agency holds.
 */
const TERMS: ReadonlySet<string> = new Set([
  ...['principalHeld', 'fundsHeld', 'FundHeld', 'unitsHeld', 'unitsHeldFaults', 'heldUnits', 'heldByAgency'],
  ...['heldAtSubmit', 'held_at_submit'],
])
const FUNDS = /^src\/modules\/(reserves\/insuranceClaim|capital\/equity)\//

const segments = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_$-]+/)
    .map((word) => word.toLowerCase())

/** The names of a file, each once, that use a retired word. */
export function retiredNames({ path, text }: SourceFile): string[] {
  if (!MAYBE.test(text)) return []
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const one of value) walk(one)
      return
    }
    const node = value as Record<string, unknown>
    if (typeof node.value === 'string' && /^(Identifier|PrivateName)$/.test(String(node.type)))
      found.add(node.value)
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }).body)
  return [...found].filter(
    (name) =>
      segments(name).some((word) => RETIRED.test(word)) &&
      !TERMS.has(name) &&
      !(name === 'held' && FUNDS.test(path)),
  )
}
