import fc from 'fast-check'
import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import type { Sample } from './sample.ts'

/** Requests as an ill-meaning or broken client would send them, drawn from a call's own declaration. */

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

/** Texts that have broken software before. */
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

const junk: fc.Arbitrary<unknown> = fc.oneof(
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

function text(format: string | undefined): fc.Arbitrary<string> {
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

/** Draws values for a schema: in `fair` mode such as it asks for, otherwise some that it must refuse. */
type Mode = 'fair' | 'foul'

const valueFor = (schema: Schema, mode: Mode): fc.Arbitrary<unknown> =>
  mode === 'fair'
    ? drawn(schema, mode)
    : fc.oneof({ weight: 5, arbitrary: drawn(schema, mode) }, { weight: 1, arbitrary: junk })

function drawn(schema: Schema, mode: Mode): fc.Arbitrary<unknown> {
  const def = getDefinition(schema)
  switch (def.type) {
    case 'object':
      return record(def.shape ?? {}, mode)
    case 'optional':
      return fc.option(drawn(def.innerType!, mode), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(drawn(def.innerType!, mode), { nil: null, freq: 4 })
    case 'array':
      return fc.array(valueFor(def.element!, mode), { maxLength: 4 })
    case 'union':
      return fc.oneof(...def.options!.map((option) => drawn(option, mode)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'number':
    case 'int':
      return numeric(schema, mode)
    case 'string':
      return text(def.format)
    case 'boolean':
      return fc.boolean()
    default:
      return def.innerType ? drawn(def.innerType, mode) : junk
  }
}

function numeric(schema: Schema, mode: Mode): fc.Arbitrary<number> {
  const isMoney = getFieldMeta(schema)?.kind === 'money'
  const usual = isMoney ? fc.oneof(amount, smallId) : smallId
  return mode === 'fair'
    ? usual
    : fc.oneof(usual, fc.constantFrom(...nastyNumbers), fc.integer(), fc.double())
}

/** In fair mode every field stands there: a call reads few requests from which half is missing. */
const record = (shape: Record<string, Schema>, mode: Mode): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, valueFor(one, mode)])),
    mode === 'fair' ? {} : { requiredKeys: [] },
  )

/** What a value becomes in an address. */
const inAddress = (value: unknown): string =>
  encodeURIComponent(wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
const wellFormed = (value: string): string => value.replaceAll(/[\ud800-\udfff]/gu, '\ufffd').slice(0, 250)

const address = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}

/** A request to a call: path parameters, query and body, well formed or not. */
export const requestTo = (call: Call): fc.Arbitrary<Sample> =>
  fc.oneof(
    { weight: 3, arbitrary: requestIn(call, 'fair') },
    { weight: 2, arbitrary: requestIn(call, 'foul') },
  )

function requestIn(call: Call, mode: Mode): fc.Arbitrary<Sample> {
  const part = (schema: Schema | undefined): fc.Arbitrary<unknown> =>
    schema ? drawn(schema, mode) : fc.constant({})
  const body = call.body ? valueFor(call.body, mode) : fc.constant(undefined)
  return fc.record({ params: part(call.params), query: part(call.query), body }).map((parts) => {
    const params = address(parts.params)
    const query = Object.entries(address(parts.query)).filter(([, one]) => one !== undefined && one !== null)
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => inAddress(params[name] ?? 1) || '%20')
    const search = query.map(([name, one]) => `${name}=${inAddress(one)}`).join('&')
    return { url: search ? `${path}?${search}` : path, body: parts.body }
  })
}
