import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

/**
 * A type as far as columns are compared with it: what each property may be, and whether it may be missing.
 */
export type AssertedType = ReadonlyMap<string, { kinds: ReadonlySet<Kind>; optional: boolean }>
/** `other` stands for whatever is not compared: JSON, lists, names of types. */
export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'other'

type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>
/** A statement in a source file: where its template stands, and the type that is asserted of its rows. */
export type Asserted = { start: number; end: number; name: string; type: AssertedType | null }
export type AssertedFile = {
  /** The statement that a call at this place runs; null where it is not to be told from the source. */
  at: (line: number, column: number) => Asserted | null
  statements: readonly Asserted[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const inside = (outer: Node, place: number): boolean => outer.start <= place && place < outer.end
const getName = (node: unknown): string => String((node as { name?: unknown } | null)?.name ?? '')

/** Every node of a file, outer ones before those within. */
function nodesIn(root: unknown, into: Node[] = []): Node[] {
  if (Array.isArray(root)) for (const item of root) nodesIn(item, into)
  else if (isNode(root)) {
    into.push(root)
    for (const value of Object.values(root)) if (typeof value === 'object') nodesIn(value, into)
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

/** What a type asserts; null where it is not written out in this file. */
function assertedBy(type: Node | undefined, aliases: ReadonlyMap<string, Node>): AssertedType | null {
  if (!type) return null
  if (type.type === 'TSTypeReference' && !type.typeArguments) {
    const alias = aliases.get(getName(type.typeName))
    return alias ? assertedBy(alias, aliases) : null
  }
  if (type.type === 'TSIntersectionType') {
    const parts = (type.types as Node[]).map((node) => assertedBy(node, aliases))
    // Of what is known by name alone nothing is compared; the rest is.
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

/** The statements of a source file with the types that are asserted of their rows. */
export function assertedIn(file: string): AssertedFile {
  const text = readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8')
  const nodes = nodesIn(parseSync(file, text).program)
  const aliases = new Map(
    nodes
      .filter((node) => node.type === 'TSTypeAliasDeclaration' && !node.typeParameters)
      .map((node) => [getName(node.id), node.typeAnnotation as Node]),
  )
  const statements = nodes.filter(isStatement).map((node): Asserted => {
    const [type] = (node.typeArguments as { params: Node[] }).params
    return {
      start: node.start,
      end: node.end,
      name: text.slice(type!.start, type!.end),
      type: assertedBy(type, aliases),
    }
  })
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const runs = nodes.filter((node) => node.type === 'CallExpression' && isExecute(node))
  return {
    statements,
    at: (line, column) => {
      const place = lines[line - 1]! + column - 1
      // A stack names where something is awaited, or called.
      const waiting = nodes.find((node) => node.type === 'AwaitExpression' && node.start === place)
      const within = waiting
        ? runs.filter((run) => inside(waiting, run.start))
        : runs.filter((run) => inside(run, place))
      const run = waiting && within.length > 1 ? undefined : within.at(-1)
      const query = run && ((run.callee as Node).object as Node)
      if (!query) return null
      return statements.find(({ start }) => start === query.start) ?? made(query, nodes, statements)
    },
  }
}

const isExecute = ({ callee }: Node): boolean =>
  isNode(callee) && callee.type === 'MemberExpression' && getName(callee.property) === 'execute'

/** The statement that a function or a constant of the same file gives, where it has one alone. */
function made(node: Node, nodes: readonly Node[], statements: readonly Asserted[]): Asserted | null {
  const name = getName(node.type === 'CallExpression' ? node.callee : node)
  if (!name) return null
  const maker = nodes.find(
    (item) =>
      (item.type === 'FunctionDeclaration' || item.type === 'VariableDeclarator') &&
      getName(item.id) === name,
  )
  const within = maker ? statements.filter(({ start }) => inside(maker, start)) : []
  return within.length === 1 ? within[0]! : null
}
