import { expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '#app/registry.ts'

type Forms = Readonly<Record<string, unknown>>
const files = import.meta.glob<Forms>('../../src/features/*/*/web/**/formLines.ts', { eager: true })

const isForm = (value: unknown): value is { shape: z.ZodRawShape } =>
  typeof value === 'object' && value !== null && 'shape' in value && !(value instanceof z.ZodType)
const lists = Object.entries(files).flatMap(([path, exported]) =>
  Object.values(exported)
    .filter(isForm)
    .flatMap(({ shape }) => Object.entries(shape).map(([list, schema]) => ({ path, list, schema }))),
)

const lineEntities = modules.flatMap(({ entities = [] }) => entities).filter((entity) => 'parent' in entity)
/**
 * Fields that only the server writes into a line: its property, its record and the fields that are
 * server-only in every line.
 */
const serverFields = new Set<string>([
  'propertyId',
  ...lineEntities.map(({ parent }) => String(parent)),
  ...lineEntities
    .map(({ serverOnly }) => serverOnly as readonly string[])
    .reduce((common, names) => common.filter((name) => names.includes(name))),
])

test.each(lists)(
  '$path: a new line of $list is not refused because a field that only the server knows is missing',
  ({ schema }) => {
    const line = schema instanceof z.ZodArray ? schema.element : schema
    const fields = line instanceof z.ZodObject ? Object.entries(line.shape as z.ZodRawShape) : []
    const refusedFields = fields
      .filter(([name, field]) => serverFields.has(name) && !z.safeParse(field, undefined).success)
      .map(([name]) => name)
    expect(refusedFields).toEqual([])
  },
)

test('the test finds the lists of forms', () => expect(lists.length).toBeGreaterThan(7))
