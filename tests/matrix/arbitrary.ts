import fc from 'fast-check'
import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
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

const smallId = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.integer({ min: 100, max: 104 }))
const number = fc.oneof({ weight: 4, arbitrary: smallId }, fc.constantFrom(...nastyNumbers), fc.integer(), fc.double())
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

const definitionOf = (schema: Schema): Definition => schema._zod.def as Definition

/** A value that mostly fits the schema; one in eight does not. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: fitting(schema) }, { weight: 1, arbitrary: junk })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return record(def.shape ?? {})
    case 'optional':
      return fc.option(fitting(def.innerType!), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(fitting(def.innerType!), { nil: null, freq: 4 })
    case 'array':
      return fc.array(valueOf(def.element!), { maxLength: 4 })
    case 'union':
      return fc.oneof(...def.options!.map((one) => fitting(one)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'number':
    case 'int':
      return number
    case 'string':
      return text(def.format)
    case 'boolean':
      return fc.boolean()
    default:
      return def.innerType ? fitting(def.innerType) : junk
  }
}

const record = (shape: Record<string, Schema>): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, valueOf(one)])), { requiredKeys: [] })

/** What a value becomes in an address. */
const inAddress = (value: unknown): string =>
  encodeURIComponent(wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
const wellFormed = (value: string): string => value.replaceAll(/[\ud800-\udfff]/gu, '\ufffd').slice(0, 250)

const address = (given: unknown): Record<string, unknown> =>
  given !== null && typeof given === 'object' ? (given as Record<string, unknown>) : {}

/** A request to a call: path parameters, query and body, well or badly formed. */
export function requestTo(call: Call): fc.Arbitrary<Sample> {
  const part = (schema: Schema | undefined): fc.Arbitrary<unknown> => (schema ? fitting(schema) : fc.constant({}))
  const body = call.body ? valueOf(call.body) : fc.constant(undefined)
  return fc.record({ params: part(call.params), query: part(call.query), body }).map((drawn) => {
    const params = address(drawn.params)
    const query = Object.entries(address(drawn.query)).filter(([, one]) => one !== undefined)
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => inAddress(params[name] ?? 1) || '%20')
    const search = query.map(([name, one]) => `${name}=${inAddress(one)}`).join('&')
    return { url: search ? `${path}?${search}` : path, body: drawn.body }
  })
}
