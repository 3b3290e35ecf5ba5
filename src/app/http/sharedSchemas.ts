import { z } from 'zod'
import { fileLimits } from '#kernel/model/fileTypes.ts'

type Schema = z.core.$ZodType
type Direction = 'input' | 'output'
export type JsonSchema = Record<string, unknown>

/** Facts about fields that JSON Schema cannot express, for forms: OpenAPI extensions. */
const extensions = ['label', 'labels', 'kind', 'noun', 'help', 'refersTo', 'alsoNamed', 'writtenBySteps']
/** Facts of a field that only inputs use. */
const inputFacts = ['rounding', 'negative']

/** A zod schema as JSON Schema, in the dialect of OpenAPI 3.1. */
export function jsonSchema(schema: Schema, direction: Direction): JsonSchema {
  const { $schema: _, ...remaining } = z.toJSONSchema(schema as z.ZodType, {
    io: direction,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => {
      // What holds of every whole number, and of every name, need not be said.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
      if (JSON.stringify(made.propertyNames) === '{"type":"string"}') delete made.propertyNames
      for (const word of inputFacts) delete made[word]
      for (const word of extensions) {
        if (!(word in made)) continue
        made[`x-${word}`] = made[word]
        delete made[word]
      }
    },
  }) as JsonSchema
  return remaining
}

/** Files travel as parts of any name next to the fields; the portal's own screens call them 'file'. */
export function withFiles({ properties = {}, required = [] }: JsonSchema): JsonSchema {
  const file = {
    type: 'array',
    minItems: 1,
    maxItems: fileLimits.count,
    items: { type: 'string', format: 'binary' },
  }
  return {
    type: 'object',
    properties: { ...(properties as object), file },
    required: [...(required as []), 'file'],
  }
}

/**
 * A schema that occurred, with its nested schemas; equal ones are counted as one. `uses` counts the places.
 */
type Met = { hint: string; shape: unknown; uses: number; name?: string }

/** Schemas with fewer characters are printed in place, because a reference would be harder to read. */
const SHORTEST = 70
/** A reference from within a schema to a part of itself. */
const OWN_REFERENCE = /"\$ref":"#("|\/\$defs)/
/** Keywords whose values are schemas: by name, as a list, or alone. */
const NAMED = ['properties', 'patternProperties']
const ROWS = ['anyOf', 'allOf', 'oneOf', 'prefixItems']
const ALONE = ['items', 'additionalProperties', 'propertyNames', 'not']

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Names a schema after the label of its field, because calls name fields differently; other schemas after
 * their place.
 */
function getName({ hint, shape }: Met): string {
  const { 'x-label': label, 'x-kind': kind } = shape as JsonSchema
  const text =
    typeof label === 'string' && label.length <= 30 ? `${label}${kind === 'id' ? ' id' : ''}` : hint
  return text
    .replaceAll(
      /[^A-Za-z0-9]*([A-Za-z0-9]+)/g,
      (_, word: string) => word.charAt(0).toUpperCase() + word.slice(1),
    )
    .replaceAll(/\W/g, '')
}

/**
 * Collects the schemas of a document and prints equal ones once, named after the first place. All schemas are
 * collected first; then `shown` returns the schema or its reference, and `components` the shared ones.
 */
export class SharedSchemas {
  readonly components: Record<string, JsonSchema> = {}
  readonly #met: Met[] = []
  readonly #byShape = new Map<string, number>()
  readonly #made = { input: new Map<Schema, number>(), output: new Map<Schema, number>() }

  /** Registers a schema and returns the placeholder that {@link SharedSchemas.shown} resolves later. */
  meet(schema: Schema, direction: Direction, hint: string): number {
    const existing = this.#made[direction].get(schema)
    const place = existing ?? this.meetJson(jsonSchema(schema, direction), hint)
    this.#made[direction].set(schema, place)
    if (existing !== undefined) this.#met[place]!.uses += 1
    return place
  }

  /** The same for a schema that is JSON already. */
  meetJson(schema: JsonSchema, hint: string): number {
    const place = this.#intern(schema, hint)
    this.#met[place]!.uses += 1
    return place
  }

  #intern(schema: JsonSchema, hint: string): number {
    const within: number[] = []
    const take = (value: unknown, name: string): unknown => {
      if (!isObject(value)) return value
      const place = this.#intern(value, name)
      within.push(place)
      return { place }
    }
    const shape = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (NAMED.includes(key) && isObject(value))
          return [
            key,
            Object.fromEntries(Object.entries(value).map(([name, one]) => [name, take(one, name)])),
          ]
        if (ROWS.includes(key) && Array.isArray(value)) return [key, value.map((item) => take(item, hint))]
        return [key, ALONE.includes(key) ? take(value, hint) : value]
      }),
    )
    const key = JSON.stringify(shape)
    const existing = this.#byShape.get(key)
    if (existing !== undefined) return existing
    for (const place of within) this.#met[place]!.uses += 1
    this.#byShape.set(key, this.#met.length)
    return this.#met.push({ hint, shape, uses: 0 }) - 1
  }

  /** Returns a reference if equal schemas occur elsewhere, and the schema itself otherwise. */
  shown(place: number): JsonSchema {
    const entry = this.#met[place]!
    if (entry.name) return { $ref: `#/components/schemas/${entry.name}` }
    const full = this.#full(entry.shape) as JsonSchema
    const text = JSON.stringify(full)
    // What refers within itself cannot be taken apart.
    if (entry.uses < 2 || text.length < SHORTEST || OWN_REFERENCE.test(text)) return full
    entry.name = this.#free(getName(entry))
    this.components[entry.name] = full
    return this.shown(place)
  }

  #full(shape: unknown): unknown {
    if (Array.isArray(shape)) return shape.map((item) => this.#full(item))
    if (!isObject(shape)) return shape
    if (typeof shape.place === 'number' && Object.keys(shape).length === 1) return this.shown(shape.place)
    return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, this.#full(value)]))
  }

  #free(preferredName: string): string {
    let name = preferredName
    for (let next = 2; name in this.components; next += 1) name = `${preferredName}${next}`
    return name
  }
}
