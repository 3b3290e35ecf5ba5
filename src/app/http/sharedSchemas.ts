import { z } from 'zod'
import { fileLimits } from '#kernel/model/fileTypes.ts'

type Schema = z.core.$ZodType
type Direction = 'input' | 'output'
/** A JSON Schema, or a part of one. */
export type JsonSchema = Record<string, unknown>

/**
 * The facts about fields for forms that JSON Schema cannot express. They become OpenAPI extensions (`x-…`).
 */
const extensions = ['label', 'labels', 'kind', 'noun', 'help', 'refersTo', 'alsoNamed', 'writtenBySteps']
/** Facts of a field that only inputs use. */
const inputFacts = ['rounding', 'negative']

/** Converts a zod schema into JSON Schema in the dialect of OpenAPI 3.1. */
export function toJsonSchema(schema: Schema, direction: Direction): JsonSchema {
  const { $schema: _, ...remaining } = z.toJSONSchema(schema as z.ZodType, {
    io: direction,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: json }) => {
      // Limits that apply to every safe integer, and to every name, are left out.
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames
      for (const word of inputFacts) delete json[word]
      for (const word of extensions) {
        if (!(word in json)) continue
        json[`x-${word}`] = json[word]
        delete json[word]
      }
    },
  }) as JsonSchema
  return remaining
}

/**
 * Adds the files of an upload to the schema of its fields. Their parts may have any name; the portal’s
 * screens use `file`.
 */
export function addFiles({ properties = {}, required = [] }: JsonSchema): JsonSchema {
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
 * A collected schema with its nested schemas. Equal schemas are collected once, and `uses` counts the places.
 */
type CollectedSchema = { hint: string; shape: unknown; uses: number; name?: string }

/** Schemas with fewer characters are printed in place, because a reference would be harder to read. */
const MIN_SHARED_LENGTH = 70
/** Matches a reference from a schema to a part of itself. */
const OWN_REFERENCE = /"\$ref":"#("|\/\$defs)/
/** The keywords whose values are schemas: an object by name, a list, or a single one. */
const MAP_KEYWORDS = ['properties', 'patternProperties']
const LIST_KEYWORDS = ['anyOf', 'allOf', 'oneOf', 'prefixItems']
const SINGLE_KEYWORDS = ['items', 'additionalProperties', 'propertyNames', 'not']

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Names a schema after the label of its field, because calls use different names for a field. A schema
 * without
 * a label is named after its place.
 */
function getName({ hint, shape }: CollectedSchema): string {
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
 * Collects the schemas of a document and prints equal ones once. First all schemas are collected with
 * `collect`.
 * Then `print` returns a schema or a reference to it, and `components` has the shared schemas.
 */
export class SharedSchemas {
  readonly components: Record<string, JsonSchema> = {}
  readonly #collected: CollectedSchema[] = []
  readonly #byShape = new Map<string, number>()
  readonly #idBySchema = { input: new Map<Schema, number>(), output: new Map<Schema, number>() }

  /** Registers a schema and returns the placeholder that {@link SharedSchemas.print} resolves later. */
  collect(schema: Schema, direction: Direction, hint: string): number {
    const existing = this.#idBySchema[direction].get(schema)
    const place = existing ?? this.collectJson(toJsonSchema(schema, direction), hint)
    this.#idBySchema[direction].set(schema, place)
    if (existing !== undefined) this.#collected[place]!.uses += 1
    return place
  }

  /** Registers a schema that is already JSON Schema. */
  collectJson(schema: JsonSchema, hint: string): number {
    const place = this.#intern(schema, hint)
    this.#collected[place]!.uses += 1
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
        if (MAP_KEYWORDS.includes(key) && isObject(value))
          return [
            key,
            Object.fromEntries(Object.entries(value).map(([name, one]) => [name, take(one, name)])),
          ]
        if (LIST_KEYWORDS.includes(key) && Array.isArray(value))
          return [key, value.map((item) => take(item, hint))]
        return [key, SINGLE_KEYWORDS.includes(key) ? take(value, hint) : value]
      }),
    )
    const key = JSON.stringify(shape)
    const existing = this.#byShape.get(key)
    if (existing !== undefined) return existing
    for (const place of within) this.#collected[place]!.uses += 1
    this.#byShape.set(key, this.#collected.length)
    return this.#collected.push({ hint, shape, uses: 0 }) - 1
  }

  /** Returns a reference if equal schemas occur elsewhere, and the schema itself otherwise. */
  print(place: number): JsonSchema {
    const entry = this.#collected[place]!
    if (entry.name) return { $ref: `#/components/schemas/${entry.name}` }
    const full = this.#expand(entry.shape) as JsonSchema
    const text = JSON.stringify(full)
    // A schema with references to its own parts must be printed in place.
    if (entry.uses < 2 || text.length < MIN_SHARED_LENGTH || OWN_REFERENCE.test(text)) return full
    entry.name = this.#getFreeName(getName(entry))
    this.components[entry.name] = full
    return this.print(place)
  }

  #expand(shape: unknown): unknown {
    if (Array.isArray(shape)) return shape.map((item) => this.#expand(item))
    if (!isObject(shape)) return shape
    if (typeof shape.place === 'number' && Object.keys(shape).length === 1) return this.print(shape.place)
    return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, this.#expand(value)]))
  }

  #getFreeName(preferredName: string): string {
    let name = preferredName
    for (let next = 2; name in this.components; next += 1) name = `${preferredName}${next}`
    return name
  }
}
