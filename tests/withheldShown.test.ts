import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { withheldReads } from '#tests/matrix/withheldReads.ts'

type Node = { type: string; start: number; [name: string]: unknown }
type Declaring = { agencyOnly?: readonly string[]; everWithheld?: readonly string[]; withheld?: unknown }

/**
 * The functions that let a fact, a column or a condition say of a value that it is not shown to its reader.
 */
const SAYING = new Set(['factOfReview', 'columnOfReview', 'lineColumnOfReview', 'hiddenWhere'])
const FOLDERS = 'src/{modules/*/*,ground/*/*}'
const SHARED = 'src/modules/shared'
const STYLES = new Set(['styles', 'css', 'rules'])

/** The names of all that an entity or a review in a module's model declares as withheld from companies. */
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

/** The names that a node reads of a value: a property, or the parts that a pattern takes. */
function getReadNames(node: Node): string[] {
  if (node.type === 'MemberExpression')
    return node.computed === true || STYLES.has(getName(node.object)) ? [] : [getName(node.property)]
  return node.type === 'ObjectPattern' ? (node.properties as Node[]).map(({ key }) => getName(key)) : []
}

const isTypeOnly = ({ type }: Node): boolean =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)

/** The withheld names that a source reads outside of the functions that say so. */
function findBareReads(file: string, source: string, names: ReadonlySet<string>): string[] {
  const bare = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isNode(value) || isTypeOnly(value)) return
    if (value.type === 'CallExpression' && SAYING.has(getName(value.callee))) return
    for (const name of getReadNames(value)) if (names.has(name)) bare.add(`${file} ${name}`)
    for (const part of Object.values(value)) walk(part)
  }
  walk(parseSync(file, source).program)
  return [...bare]
}

describe('RPT hidden is not No: what is withheld from companies', () => {
  test('is read by screens where they say that it is not shown, or by parts of the agency alone', async () => {
    const bare: string[] = []
    const everything = new Set<string>()
    for (const folder of globSync(FOLDERS).toSorted(
      (a, b) => Number(a.startsWith(SHARED)) - Number(b.startsWith(SHARED)),
    )) {
      const names = await loadWithheldNames(folder)
      for (const name of names) everything.add(name)
      const matchingNames = folder.startsWith(SHARED) ? everything : names
      for (const file of globSync(`${folder}/web/**/*.{ts,tsx}`, { exclude: ['**/*.test.ts'] }))
        bare.push(...findBareReads(file.slice('src/'.length), readFileSync(file, 'utf8'), matchingNames))
    }
    const declared = Object.keys(withheldReads)
    expect(bare.filter((read) => !declared.includes(read)).toSorted()).toEqual([])
    expect(declared.filter((read) => !bare.includes(read))).toEqual([])
    expect(everything.size).toBeGreaterThan(40)
  }, 60_000)

  test('is told from what is read elsewhere: a bare column, fact and pattern are named, one that says so is not', () => {
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

  test('stands in the lines, the detail or the lists of the review that declares it', () => {
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

/** The names of all fields in a schema, however deep. */
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
