import { expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '#app/registry.ts'

type Forms = Readonly<Record<string, unknown>>
const files = import.meta.glob<Forms>('../../src/modules/*/*/web/**/formLines.ts', { eager: true })

const isForm = (value: unknown): value is { shape: z.ZodRawShape } =>
  typeof value === 'object' && value !== null && 'shape' in value && !(value instanceof z.ZodType)
const lists = Object.entries(files).flatMap(([path, exported]) =>
  Object.values(exported)
    .filter(isForm)
    .flatMap(({ shape }) => Object.entries(shape).map(([list, schema]) => ({ path, list, schema }))),
)

const lineEntities = modules.flatMap(({ entities = [] }) => entities).filter((entity) => 'parent' in entity)
/** What the server alone writes into every line: its record, its property, its company, its place. */
const serverFields = new Set<string>([
  'propertyId',
  ...lineEntities.map(({ parent }) => String(parent)),
  ...lineEntities
    .map(({ serverOnly }) => serverOnly as readonly string[])
    .reduce((common, names) => common.filter((name) => names.includes(name))),
])

test.each(lists)(
  '$path: a line of $list that is not stored yet is refused for nothing the server alone knows',
  ({ schema }) => {
    const line = schema instanceof z.ZodArray ? schema.element : schema
    const fields = line instanceof z.ZodObject ? Object.entries(line.shape as z.ZodRawShape) : []
    const refusedFields = fields
      .filter(([name, field]) => serverFields.has(name) && !z.safeParse(field, undefined).success)
      .map(([name]) => name)
    expect(refusedFields).toEqual([])
  },
)

test('lists of forms are known', () => expect(lists.length).toBeGreaterThan(7))
