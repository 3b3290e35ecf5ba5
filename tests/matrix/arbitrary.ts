import fc from 'fast-check'
import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import type { Sample } from './sample.ts'

/** Generates random requests, valid and invalid, from a call's own declaration, for the fuzz tests. */

type Schema = z.core.$ZodType
type Definition = {
  type: string
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
  options?: readonly Schema[]
  entries?: Record<string, string | number>
  values?: readonly unknown[]
  format?: string
}

/** Texts that often break software. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  "'; drop table property; --",
  "1' or '1'='1",
  '%',
  '_',
  '\\',
  '{}',
  '[]',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '0x10',
  '1e309',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '13/45/2026',
  '2026-01-15T25:61:00Z',
  '$1,234.50 ',
  '(5.00)',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\ud800',
  'é\u0301\u202e🏠',
  'x'.repeat(5000),
]
const nastyNumbers = [
  0, -0, -1, 1.5, 2_147_483_647, 2_147_483_648, -2_147_483_649, 1e15, 1e308, 999_999_999_999.99, 0.005,
]

const anyJunk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], { __proto__: null }, { id: 1 }, ['1', 2, null]),
  fc.constantFrom(...nastyNumbers),
  fc.string({ maxLength: 20 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
)

const smallId = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) },
  fc.integer({ min: 100, max: 104 }),
)
const amount = fc.integer({ min: -1_000_000, max: 100_000_000 }).map((cents) => cents / 100)
const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

function drawText(format: string | undefined): fc.Arbitrary<string> {
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  return fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(...nastyTexts),
  )
}

const getDefinition = (schema: Schema): Definition => schema._zod.def as Definition

/**
 * How values are drawn for a schema: `fair` draws valid values, and `foul` also draws values that the schema
 * must refuse.
 */
type DrawMode = 'fair' | 'foul'

const drawOrJunk = (schema: Schema, mode: DrawMode): fc.Arbitrary<unknown> =>
  mode === 'fair'
    ? drawValue(schema, mode)
    : fc.oneof({ weight: 5, arbitrary: drawValue(schema, mode) }, { weight: 1, arbitrary: anyJunk })

function drawValue(schema: Schema, mode: DrawMode): fc.Arbitrary<unknown> {
  const def = getDefinition(schema)
  switch (def.type) {
    case 'object':
      return drawRecord(def.shape ?? {}, mode)
    case 'optional':
      return fc.option(drawValue(def.innerType!, mode), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(drawValue(def.innerType!, mode), { nil: null, freq: 4 })
    case 'array':
      return fc.array(drawOrJunk(def.element!, mode), { maxLength: 4 })
    case 'union':
      return fc.oneof(...def.options!.map((option) => drawValue(option, mode)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'number':
    case 'int':
      return drawNumber(schema, mode)
    case 'string':
      return drawText(def.format)
    case 'boolean':
      return fc.boolean()
    default:
      return def.innerType ? drawValue(def.innerType, mode) : anyJunk
  }
}

function drawNumber(schema: Schema, mode: DrawMode): fc.Arbitrary<number> {
  const isMoney = getFieldMeta(schema)?.kind === 'money'
  const usual = isMoney ? fc.oneof(amount, smallId) : smallId
  return mode === 'fair'
    ? usual
    : fc.oneof(usual, fc.constantFrom(...nastyNumbers), fc.integer(), fc.double())
}

/**
 * In fair mode every field is present, because most requests with missing fields would be refused at once.
 */
const drawRecord = (shape: Record<string, Schema>, mode: DrawMode): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, drawOrJunk(one, mode)])),
    mode === 'fair' ? {} : { requiredKeys: [] },
  )

/** Encodes a value for use in a URL. */
const encodeForUrl = (value: unknown): string =>
  encodeURIComponent(replaceLoneSurrogates(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
const replaceLoneSurrogates = (value: string): string =>
  value.replaceAll(/[\ud800-\udfff]/gu, '\ufffd').slice(0, 250)

const asRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}

/** Draws a request to a call, with path parameters, query and body. Three in five are drawn in fair mode. */
export const drawRequest = (call: Call): fc.Arbitrary<Sample> =>
  fc.oneof(
    { weight: 3, arbitrary: drawRequestInMode(call, 'fair') },
    { weight: 2, arbitrary: drawRequestInMode(call, 'foul') },
  )

function drawRequestInMode(call: Call, mode: DrawMode): fc.Arbitrary<Sample> {
  const part = (schema: Schema | undefined): fc.Arbitrary<unknown> =>
    schema ? drawValue(schema, mode) : fc.constant({})
  const body = call.body ? drawOrJunk(call.body, mode) : fc.constant(undefined)
  return fc.record({ params: part(call.params), query: part(call.query), body }).map((parts) => {
    const params = asRecord(parts.params)
    const query = Object.entries(asRecord(parts.query)).filter(([, one]) => one !== undefined && one !== null)
    const path = call.path.replaceAll(
      /:(\w+)/g,
      (_, name: string) => encodeForUrl(params[name] ?? 1) || '%20',
    )
    const search = query.map(([name, one]) => `${name}=${encodeForUrl(one)}`).join('&')
    return { url: search ? `${path}?${search}` : path, body: parts.body }
  })
}
