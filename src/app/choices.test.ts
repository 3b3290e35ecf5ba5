import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { getChildren, getFieldFacts, getFieldOptions } from '#ui/form/metadata.ts'
import { calls, entities } from './registry.ts'

type Node = { type: string; span: { start: number } } & Record<string, unknown>
/** A field or list column in the source of a screen: its name, and the names of its other properties. */
type WrittenField = { path: string; name: string; says: ReadonlySet<string> }

const SOURCES = join(import.meta.dirname, '..')

const listWebFiles = (): string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/web\/.*(?<!\.test)\.tsx?$/.test(path),
  )

/** Yields every node of a parsed file. */
function* getNodes(value: unknown): Generator<Node> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value) && 'type' in value) yield value as Node
  for (const child of Object.values(value)) yield* getNodes(child)
}

/**
 * Returns the names of a JSX element’s attributes or an object’s properties, with their values if these are
 * texts.
 */
function getParts(node: Node): Map<string, string | undefined> {
  const properties =
    node.type === 'ObjectExpression' ? (node.properties as Node[]) : (node.attributes as Node[])
  return new Map(
    properties.map((part) => {
      const key = (part.key ?? part.name ?? part) as { value?: unknown }
      const content = part.value as { type: string; value?: unknown } | null | undefined
      return [
        String(key.value ?? '...'),
        content?.type === 'StringLiteral' ? String(content.value) : undefined,
      ]
    }),
  )
}

const isField = (node: Node): boolean =>
  (node.type === 'JSXOpeningElement' && (node.name as { value?: string }).value === 'Field') ||
  node.type === 'ObjectExpression'

/** Returns every field that a file of a screen has. */
function readFields(path: string): WrittenField[] {
  const parsed = parseSync(readFileSync(join(SOURCES, path), 'utf8'), {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
  })
  return [...getNodes(parsed.body)].filter(isField).flatMap((node) => {
    const parts = getParts(node)
    const name = parts.get('name')?.split('.').at(-1)
    return name === undefined ? [] : [{ path, name, says: new Set(parts.keys()) }]
  })
}

/** Returns the type of a schema inside its wrappers, such as nullable. */
function getInnerType(schema: z.core.$ZodType): string {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType }
  return innerType ? getInnerType(innerType) : type
}

/** Yields every field of a schema with its name, also in lists and nested objects. */
function* getFields(schema: z.core.$ZodType, depth = 0): Generator<[string, z.core.$ZodType]> {
  const { fields, line } = getChildren(schema)
  if (depth > 6) return
  if (line) yield* getFields(line, depth + 1)
  for (const [name, field] of Object.entries(fields ?? {})) {
    yield [name, field]
    yield* getFields(field, depth + 1)
  }
}

/**
 * Returns the names of choice fields whose schema has no options, and the names of all other fields. A name
 * that several fields share may be in both.
 */
function collectChoiceNames(): { withoutOptions: Set<string>; others: Set<string> } {
  const bodies = calls.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]))
  const [withoutOptions, others] = [new Set<string>(), new Set<string>()]
  for (const schema of [...entities.map((entity) => entity.row), ...bodies])
    for (const [name, field] of getFields(schema))
      (getFieldFacts(field).kind === 'choice' && !getFieldOptions(field) ? withoutOptions : others).add(name)
  return { withoutOptions, others }
}

test('every choice field on a screen has options, from its schema or from the screen', () => {
  const { withoutOptions, others } = collectChoiceNames()
  const written = listWebFiles().flatMap(readFields)
  expect(written.length).toBeGreaterThan(700)
  const empty = written.filter(
    ({ name, says }) =>
      withoutOptions.has(name) &&
      !others.has(name) &&
      !['options', 'kind', 'readOnly', '...'].some((part) => says.has(part)),
  )
  expect(empty.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})

test('every field declared with `oneOf`, and every `code` with labels, has options in its schema', () => {
  const open = entities.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, schema]) => {
      const { kind, labels } = getFieldFacts(schema)
      const inner = getInnerType(schema)
      const isListed = kind === 'choice' && (labels !== undefined || inner === 'enum')
      return isListed && !getFieldOptions(schema)?.length ? [`${name}.${field}`] : []
    }),
  )
  expect(open).toEqual([])
})
