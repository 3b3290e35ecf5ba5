import { parseSync } from '@swc/core'

// Measures how plainly the source is written, in hits per 10,000 lines. A limit is lowered when its rate
// falls and never raised.

type SourceFile = { path: string; text: string }
type Measure = 'vagueNames' | 'ofFunctions' | 'dialect' | 'packedSpreads' | 'longLines' | 'casts'
type Rates = Record<Measure, number>

export const MAX_LINE_LENGTH = 110
const PER_LINES = 10_000

/** Participles, pronouns and prepositions, which do not say which value a variable contains. */
const VAGUE_NAMES: ReadonlySet<string> = new Set(
  `found shown known asked sent wanted stored typed listed given taken kept held told made said drawn seen standing
   stood judged gone left met own one others another further rest whole most least of at by who whose which there then
   where sort way ways words such same answered entered opened closed chosen picked joined carried laid led lead begun
   done come named called counted looked`.split(/\s+/),
)

/** Turns of phrase that a plain sentence does not need. */
const DIALECT = new RegExp(
  `\\b(${[
    'whoever|whatever|whichever|nobody|somebody|everybody|anew|besides?|thereby|whereby|herein|thereof',
    'reckon\\w*|befall\\w*|bears?|stands?|stood|lies|laid down|till|told|tells?|goes along|comes along',
    'further ones?|such as are|as it stands|so many|so long|of (?:whom|which)',
    'what (?:is|was|stands|somebody|nobody|a|the|has|goes|comes|it)',
  ].join('|')})\\b`,
  'gi',
)

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g

/** The groups of source files, each with its own limits. */
export const GROUPS = {
  product: /^(src|tools\/postgres)\/(?!.*\.test\.).*\.tsx?$/,
  proof: /^(tests|demo|tools\/bench)\/.*\.tsx?$|^(src|tools\/postgres)\/.*\.test\.tsx?$/,
  tools: /^tools\/(?!bench\/|postgres\/).*\.(ts|mjs)$/,
} as const
type Group = keyof typeof GROUPS

/** The highest allowed rates of each group. */
const BARS: Record<Group, Rates> = {
  product: { vagueNames: 12, ofFunctions: 2, dialect: 6, packedSpreads: 0, longLines: 36, casts: 4 },
  proof: { vagueNames: 8, ofFunctions: 2, dialect: 92, packedSpreads: 1, longLines: 282, casts: 7 },
  tools: { vagueNames: 102, ofFunctions: 15, dialect: 165, packedSpreads: 1, longLines: 185, casts: 9 },
}

type Node = Record<string, unknown> & { type?: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The names that a pattern declares. A shorthand property is left out, because its object chose the name. */
function getPatternNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern.value)]
  if (pattern.type === 'ArrayPattern') return (pattern.elements as unknown[]).flatMap(getPatternNames)
  if (pattern.type === 'AssignmentPattern') return getPatternNames(pattern.left)
  if (pattern.type === 'RestElement') return getPatternNames(pattern.argument)
  if (pattern.type === 'Parameter') return getPatternNames(pattern.pat)
  if (pattern.type === 'ObjectPattern')
    return (pattern.properties as Node[])
      .filter(({ type }) => type !== 'AssignmentPatternProperty')
      .flatMap((property) => getPatternNames(property.value ?? property))
  return []
}

type Counts = Pick<Rates, 'vagueNames' | 'ofFunctions' | 'packedSpreads'>

const isFunction = (node: unknown): boolean =>
  isNode(node) && /^(ArrowFunction|Function)Expression$/.test(String(node.type))

/** Counts vague names in the declarations of a file, functions whose names end in Of, and spread literals. */
function countDeclarations({ path, text }: SourceFile): Counts {
  const counts: Counts = { vagueNames: 0, ofFunctions: 0, packedSpreads: 0 }
  const countNames = (names: readonly string[], hasBody: boolean) => {
    counts.vagueNames += names.filter((name) => VAGUE_NAMES.has(name)).length
    if (hasBody) counts.ofFunctions += names.filter((name) => /[a-z]Of$/.test(name)).length
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element)
      return
    }
    if (!isNode(value)) return
    if (value.type === 'VariableDeclarator') countNames(getPatternNames(value.id), isFunction(value.init))
    if (value.type === 'FunctionDeclaration') countNames(getPatternNames(value.identifier), true)
    if (Array.isArray(value.params)) countNames(value.params.flatMap(getPatternNames), false)
    if (
      value.type === 'SpreadElement' &&
      isNode(value.arguments) &&
      value.arguments.type === 'ObjectExpression'
    )
      counts.packedSpreads += 1
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }).body)
  return counts
}

/** Counts the hits of each measure in a file. */
function measureFile(file: SourceFile): Rates {
  const comments = file.text.match(COMMENT) ?? []
  return {
    ...countDeclarations(file),
    dialect: comments.reduce((sum, comment) => sum + (comment.match(DIALECT)?.length ?? 0), 0),
    longLines: file.text.split('\n').filter((line) => line.length > MAX_LINE_LENGTH).length,
    casts: file.text.match(/\bas never\b|\bas unknown as\b/g)?.length ?? 0,
  }
}

/** Returns the rates of all files together, per 10,000 lines. */
export function measureLanguage(files: readonly SourceFile[]): Rates {
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const hits: Rates = { vagueNames: 0, ofFunctions: 0, dialect: 0, packedSpreads: 0, longLines: 0, casts: 0 }
  const measures = Object.keys(hits) as Measure[]
  for (const file of files) {
    const counts = measureFile(file)
    for (const measure of measures) hits[measure] += counts[measure]
  }
  for (const measure of measures) hits[measure] = Math.round((hits[measure] / lines) * PER_LINES * 10) / 10
  return hits
}

/** Returns a fault for each rate above its limit, and all rates of the product as a note. */
export function checkLanguage(files: readonly SourceFile[]): { faults: string[]; note: string } {
  const rates = Object.entries(GROUPS).map(([group, pattern]) => ({
    group: group as Group,
    rates: measureLanguage(files.filter(({ path }) => pattern.test(path))),
  }))
  const faults = rates.flatMap(({ group, rates }) =>
    Object.entries(rates).flatMap(([measure, rate]) => {
      const bar = BARS[group][measure as Measure]
      return rate > bar ? [`${group}: ${measure} ${rate} per 10,000 lines; at most ${bar}`] : []
    }),
  )
  const product = rates.find(({ group }) => group === 'product')!.rates
  return {
    faults,
    note: Object.entries(product)
      .map(([measure, rate]) => `${measure} ${rate}`)
      .join(', '),
  }
}
