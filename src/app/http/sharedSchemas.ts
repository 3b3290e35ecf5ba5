import { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'

type Schema = z.core.$ZodType
type Direction = 'input' | 'output'
export type JsonSchema = Record<string, unknown>

/** What is said of fields beyond JSON Schema, for forms: extensions in OpenAPI's terms. */
const extensions = ['label', 'labels', 'kind', 'noun', 'help', 'refersTo']

/** A zod schema as JSON Schema, in the dialect of OpenAPI 3.1. */
export function jsonSchema(schema: Schema, direction: Direction): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, {
    io: direction,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => {
      for (const word of extensions) {
        if (!(word in made)) continue
        made[`x-${word}`] = made[word]
        delete made[word]
      }
    },
  }) as JsonSchema
  return rest
}

/** Files travel as parts of any name beside the fields; 'file' is what the portal's own screens call them. */
export function withFiles({ properties = {}, required = [] }: JsonSchema): JsonSchema {
  const file = { type: 'array', minItems: 1, maxItems: fileLimits.count, items: { type: 'string', format: 'binary' } }
  return { type: 'object', properties: { ...(properties as object), file }, required: [...(required as []), 'file'] }
}

type Definition = { type: string; element?: Schema; innerType?: Schema }

/** The object a body or answer is about: itself, the element of a list, or what may be absent. */
function subjectOf(schema: Schema): Schema | null {
  const def = schema._zod.def as Definition
  if (def.type === 'object') return schema
  const inner = def.type === 'array' ? def.element : def.type === 'nullable' ? def.innerType : undefined
  return inner ? subjectOf(inner) : null
}

const lastWord = (path: string): string =>
  path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? ''

/**
 * Schemas that stand in more than one operation, printed once each and named after the first call that has them, so
 * that the document stays readable and small. `schemaFor` answers what an operation shows of a schema.
 */
export class SharedSchemas {
  readonly components: Record<string, JsonSchema> = {}
  /** What is sent together with files. */
  readonly #filed = new Set<Schema>()
  readonly #names = { input: new Map<Schema, string>(), output: new Map<Schema, string>() }

  constructor(calls: readonly Call[]) {
    const uses = { input: new Map<Schema, string[]>(), output: new Map<Schema, string[]>() }
    for (const call of calls) {
      // Every path of a call is an operation of its own.
      for (const path of [call.path, ...(call.aliases ?? []), ...(call.changes ? [call.path] : [])]) {
        this.#count(uses.input, call.body, `${lastWord(path)}Body`)
        if (call.body && call.bodyType === 'multipart') this.#filed.add(call.body)
        this.#count(uses.output, call.answer, `${lastWord(path)}Answer`)
      }
    }
    for (const direction of ['input', 'output'] as const) {
      for (const [schema, names] of uses[direction]) if (names.length > 1) this.#add(schema, direction, names[0]!)
    }
  }

  #count(uses: Map<Schema, string[]>, schema: Schema | undefined, name: string): void {
    const subject = schema && subjectOf(schema)
    if (subject) uses.set(subject, [...(uses.get(subject) ?? []), name])
  }

  #add(schema: Schema, direction: Direction, wanted: string): void {
    let name = wanted
    for (let next = 2; name in this.components; next += 1) name = `${wanted}${next}`
    const made = jsonSchema(schema, direction)
    this.components[name] = this.#filed.has(schema) ? withFiles(made) : made
    this.#names[direction].set(schema, name)
  }

  /** A reference where the schema is shared, the schema itself otherwise. */
  schemaFor(schema: Schema, direction: Direction, files = false): JsonSchema {
    const name = this.#names[direction].get(schema)
    if (name) return { $ref: `#/components/schemas/${name}` }
    const def = schema._zod.def as Definition
    if (def.type === 'array' && subjectOf(schema))
      return { type: 'array', items: this.schemaFor(def.element!, direction) }
    if (def.type === 'nullable' && subjectOf(schema))
      return { anyOf: [this.schemaFor(def.innerType!, direction), { type: 'null' }] }
    return files ? withFiles(jsonSchema(schema, direction)) : jsonSchema(schema, direction)
  }
}
