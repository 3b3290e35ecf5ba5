import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { withheldReads } from '#tests/matrix/withheldReads.ts'

type Node = { type: string; start: number; [name: string]: unknown }
type Declaring = { agencyOnly?: readonly string[]; everWithheld?: readonly string[]; withheld?: unknown }

/** Functions with which a fact, column or condition can say that its reader may not see a value. */
const HIDING_FUNCTIONS = new Set(['hideReviewFact', 'columnOfReview', 'lineColumnOfReview', 'hiddenWhere'])
const FOLDERS = 'src/{features,core}/*/*'
const SHARED = 'src/features/shared'
const STYLES = new Set(['styles', 'css', 'rules'])

/** The names of all fields that the entities and reviews of a module withhold from companies. */
async function loadWithheldNames(folder: string): Promise<Set<string>> {
  const names = new Set<string>()
  for (const file of globSync('model/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })) {
    const exported = await import(pathToFileURL(path.resolve(folder, file)).href)
    for (const value of Object.values(exported as Record<string, Declaring | null>)) {
      if (typeof value !== 'object' || value === null) continue
      const { agencyOnly = [], everWithheld = [], withheld } = value
      for (const name of [...agencyOnly, ...everWithheld, ...(Array.isArray(withheld) ? withheld : [])])
        names.add(String(name))
    }
  }
  return names
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const getName = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

/** The property names that a node reads: by member access or by destructuring. */
function getReadNames(node: Node): string[] {
  if (node.type === 'MemberExpression')
    return node.computed === true || STYLES.has(getName(node.object)) ? [] : [getName(node.property)]
  return node.type === 'ObjectPattern' ? (node.properties as Node[]).map(({ key }) => getName(key)) : []
}

const isTypeOnly = ({ type }: Node): boolean =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)

/** The withheld names that a source file reads outside the functions of `HIDING_FUNCTIONS`. */
function findBareReads(file: string, source: string, names: ReadonlySet<string>): string[] {
  const bare = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isNode(value) || isTypeOnly(value)) return
    if (value.type === 'CallExpression' && HIDING_FUNCTIONS.has(getName(value.callee))) return
    for (const name of getReadNames(value)) if (names.has(name)) bare.add(`${file} ${name}`)
    for (const part of Object.values(value)) walk(part)
  }
  walk(parseSync(file, source).program)
  return [...bare]
}

describe('RPT a screen does not show a value withheld from companies as No', () => {
  test('screens read withheld values only through functions that can hide them, or in parts for the agency alone', async () => {
    const bare: string[] = []
    const allNames = new Set<string>()
    for (const folder of globSync(FOLDERS).toSorted(
      (a, b) => Number(a.startsWith(SHARED)) - Number(b.startsWith(SHARED)),
    )) {
      const names = await loadWithheldNames(folder)
      for (const name of names) allNames.add(name)
      const matchingNames = folder.startsWith(SHARED) ? allNames : names
      for (const file of globSync(`${folder}/web/**/*.{ts,tsx}`, { exclude: ['**/*.test.ts'] }))
        bare.push(...findBareReads(file.slice('src/'.length), readFileSync(file, 'utf8'), matchingNames))
    }
    const declared = Object.keys(withheldReads)
    expect(bare.filter((read) => !declared.includes(read)).toSorted()).toEqual([])
    expect(declared.filter((read) => !bare.includes(read))).toEqual([])
    expect(allNames.size).toBeGreaterThan(40)
  }, 60_000)

  test('the check reports a withheld name read by a column, a fact or a pattern, unless a hiding function wraps it', () => {
    const source = `
      const column = col.money('Approved', (line) => line.approved)
      const said = columnOfReview(col.money('Approved', (line) => line.approved))
      const fact = ({ released }) => released`
    const names = new Set(['approved', 'released'])
    expect(findBareReads('web/columns.ts', source, names)).toEqual([
      'web/columns.ts approved',
      'web/columns.ts released',
    ])
    const [, said = ''] = source.split('\n').filter((line) => line.includes('approved'))
    expect(findBareReads('web/columns.ts', said, names)).toEqual([])
  })

  test('every name that a review withholds occurs in its lines, its answer or its lists', () => {
    const strange = modules
      .flatMap((module) => module.reviews ?? [])
      .flatMap(({ kit: { review } }) => {
        const text = JSON.stringify([
          ...Object.values(review.lines ?? {}).map(({ fields }) => Object.keys(fields)),
          getNestedNames(review.calls.one.answer),
          getNestedNames(review.calls.list.answer),
        ])
        return (review.withheld ?? [])
          .filter((name) => !text.includes(`"${name}"`))
          .map((name) => `${review.name}: ${name}`)
      })
    expect(strange).toEqual([])
  })
})

/** The names of all fields in a schema, at any depth. */
function getNestedNames(schema: unknown, names: string[] = []): string[] {
  const { shape, def } = schema as { shape?: Record<string, unknown>; def?: Record<string, unknown> }
  for (const [name, part] of Object.entries(shape ?? {})) {
    names.push(name)
    getNestedNames(part, names)
  }
  for (const part of [def?.element, def?.innerType, def?.left, def?.right])
    if (part) getNestedNames(part, names)
  return names
}
