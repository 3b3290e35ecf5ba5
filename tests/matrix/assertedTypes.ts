import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

/**
 * A type written in the source, as far as it is compared with columns: the kinds of value of each property
 * and whether the property may be missing.
 */
export type AssertedType = ReadonlyMap<string, { kinds: ReadonlySet<Kind>; optional: boolean }>
/** The kind of a value. `other` is not compared: JSON, lists and named types. */
export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'other'

type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>
/**
 * An SQL statement in a source file: the position of its template and the type that the source asserts for
 * its rows.
 */
export type AssertedStatement = { start: number; end: number; name: string; type: AssertedType | null }
export type AssertedFile = {
  /** Returns the statement that a call at this position runs, or null if the source does not show it. */
  at: (line: number, column: number) => AssertedStatement | null
  statements: readonly AssertedStatement[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const inside = (outer: Node, place: number): boolean => outer.start <= place && place < outer.end
const getName = (node: unknown): string => String((node as { name?: unknown } | null)?.name ?? '')

/** Collects all nodes of a file. Outer nodes come before inner ones. */
function collectNodes(root: unknown, into: Node[] = []): Node[] {
  if (Array.isArray(root)) for (const item of root) collectNodes(item, into)
  else if (isNode(root)) {
    into.push(root)
    for (const value of Object.values(root)) if (typeof value === 'object') collectNodes(value, into)
  }
  return into
}

const keywords: Readonly<Record<string, Kind>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
}

function getKinds(type: Node): Kind[] {
  if (type.type === 'TSUnionType') return (type.types as Node[]).flatMap(getKinds)
  if (type.type !== 'TSLiteralType') return [keywords[type.type] ?? 'other']
  const value = (type.literal as { value?: unknown }).value
  return [
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? getKind(value)
      : 'other',
  ]
}
const getKind = (value: string | number | boolean): Kind => typeof value as Kind

/** Reads the asserted properties of a type. Null if the type is not written out in this file. */
function readAssertedType(type: Node | undefined, aliases: ReadonlyMap<string, Node>): AssertedType | null {
  if (!type) return null
  if (type.type === 'TSTypeReference' && !type.typeArguments) {
    const alias = aliases.get(getName(type.typeName))
    return alias ? readAssertedType(alias, aliases) : null
  }
  if (type.type === 'TSIntersectionType') {
    const parts = (type.types as Node[]).map((node) => readAssertedType(node, aliases))
    // Named types from other files are not compared. The written-out parts of the intersection are.
    const matchingParts = parts.filter((part) => part !== null)
    return matchingParts.length > 0
      ? new Map(matchingParts.flatMap((assertedType) => [...assertedType]))
      : null
  }
  if (type.type !== 'TSTypeLiteral') return null
  const members = (type.members as Node[]).filter((member) => member.type === 'TSPropertySignature')
  return new Map(
    members.map((member) => [
      getName(member.key) || String((member.key as { value?: unknown }).value),
      {
        kinds: new Set(getKinds((member.typeAnnotation as { typeAnnotation: Node }).typeAnnotation)),
        optional: member.optional === true,
      },
    ]),
  )
}

const isStatement = (node: Node): boolean =>
  node.type === 'TaggedTemplateExpression' && getName(node.tag) === 'sql' && isNode(node.typeArguments)

/** Reads the SQL statements of a source file, with the types asserted for their rows. */
export function readAssertedStatements(file: string): AssertedFile {
  const text = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8')
  const nodes = collectNodes(parseSync(file, text).program)
  const aliases = new Map(
    nodes
      .filter((node) => node.type === 'TSTypeAliasDeclaration' && !node.typeParameters)
      .map((node) => [getName(node.id), node.typeAnnotation as Node]),
  )
  const statements = nodes.filter(isStatement).map((node): AssertedStatement => {
    const [type] = (node.typeArguments as { params: Node[] }).params
    return {
      start: node.start,
      end: node.end,
      name: text.slice(type!.start, type!.end),
      type: readAssertedType(type, aliases),
    }
  })
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const runs = nodes.filter((node) => node.type === 'CallExpression' && isExecute(node))
  return {
    statements,
    at: (line, column) => {
      const place = lines[line - 1]! + column - 1
      // A line of a stack trace points at an `await` or at the called expression.
      const waiting = nodes.find((node) => node.type === 'AwaitExpression' && node.start === place)
      const within = waiting
        ? runs.filter((run) => inside(waiting, run.start))
        : runs.filter((run) => inside(run, place))
      const run = waiting && within.length > 1 ? undefined : within.at(-1)
      const query = run && ((run.callee as Node).object as Node)
      if (!query) return null
      return (
        statements.find(({ start }) => start === query.start) ?? findMadeStatement(query, nodes, statements)
      )
    },
  }
}

const isExecute = ({ callee }: Node): boolean =>
  isNode(callee) && callee.type === 'MemberExpression' && getName(callee.property) === 'execute'

/** Returns the statement in a function or constant of the same file, if it contains exactly one. */
function findMadeStatement(
  node: Node,
  nodes: readonly Node[],
  statements: readonly AssertedStatement[],
): AssertedStatement | null {
  const name = getName(node.type === 'CallExpression' ? node.callee : node)
  if (!name) return null
  const declaration = nodes.find(
    (item) =>
      (item.type === 'FunctionDeclaration' || item.type === 'VariableDeclarator') &&
      getName(item.id) === name,
  )
  const within = declaration ? statements.filter(({ start }) => inside(declaration, start)) : []
  return within.length === 1 ? within[0]! : null
}
