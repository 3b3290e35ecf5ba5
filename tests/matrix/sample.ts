import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { KnownIds } from './knownIds.ts'

/** A request that a call's declaration allows, made from the declaration itself. */
export type Sample = { url: string; body: unknown }

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

/** What stands for a value by its name; undefined where nothing is known. */
type Naming = (name: string) => number | undefined

/** Names that the specification uses besides an entity's own key. */
const synonyms: Readonly<Record<string, string>> = {
  projectid: 'propertyid',
  requestid: 'replacementreserverequestid',
  itemid: 'replacementreserverequestitemid',
  replacesfileid: 'fileid',
  computationofdistributionid: 'computationofdistributionsid',
}

const plainNames = ['id', 'moduleid', 'rowid']

/** Whether a call names a record without saying of what kind. */
export const namesAnyRecord = (call: Call): boolean =>
  idNames(call).some((name) => plainNames.includes(name.toLowerCase()))

/**
 * The ids that a call's parameters and body name: those of known rows. A plain `id` is `anyId`, or else a row
 * of the entity that the path's generic calls answer.
 */
export function namingFor(
  call: Call,
  calls: readonly Call[],
  entities: readonly AnyEntity[],
  knownIds: KnownIds,
  propertyId: number,
  anyId?: number,
): Naming {
  const byKey = new Map(entities.map((entity) => [entity.key.toLowerCase(), knownIds.get(entity.name)]))
  byKey.set('propertyid', propertyId)
  const pathEntity = getEntity(call, calls, entities)
  return (name) => {
    const plain = name.toLowerCase()
    if (plainNames.includes(plain)) return anyId ?? (pathEntity && knownIds.get(pathEntity.name))
    if (plain === 'requestid' && pathEntity?.key.toLowerCase().endsWith(plain))
      return knownIds.get(pathEntity.name)
    return byKey.get(synonyms[plain] ?? plain)
  }
}

/** The entity whose generic calls share the path of this call, or whose name the path begins with. */
function getEntity(
  call: Call,
  calls: readonly Call[],
  entities: readonly AnyEntity[],
): AnyEntity | undefined {
  const segment = call.path.split('/')[2] ?? ''
  const created = calls.find(({ method, path }) => method === 'POST' && path === `/api/${segment}`)
  const plain = segment.toLowerCase().replace(/s$/, '')
  return (
    entities.find((entity) => entity.input === created?.body) ??
    entities.find(
      (entity) => entity.name.toLowerCase() === plain || entity.table.replaceAll('_', '') === plain,
    )
  )
}

/** Every name of an id that a request to this call can carry. */
export function idNames(call: Call): string[] {
  const shapes = [call.params, call.query, call.body].map((schema) => schema && getDefinition(schema).shape)
  const nested = Object.values(shapes[2] ?? {}).map((schema) => bare(schema).shape)
  return [...shapes, ...nested]
    .flatMap((shape) => Object.keys(shape ?? {}))
    .filter((name) => /id$/i.test(name))
}

/**
 * Builds the request: path, query and body with known ids where the names say so, plain valid values
 * elsewhere.
 */
export function getSample(call: Call, naming: Naming): Sample {
  const params = (call.params ? value(call.params, '', naming) : {}) as Record<string, unknown>
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? 1)),
  )
  const query = (call.query ? value(call.query, '', naming) : {}) as Record<string, unknown>
  const parameters = Object.entries(query).filter(([, one]) => one !== undefined && one !== null)
  const search = new URLSearchParams(parameters.map(([name, one]) => [name, String(one)])).toString()
  return {
    url: search ? `${path}?${search}` : path,
    body: call.body ? value(call.body, '', naming) : undefined,
  }
}

const getDefinition = (schema: Schema): Definition => schema._zod.def as Definition
function bare(schema: Schema): Definition {
  const def = getDefinition(schema)
  return def.innerType ? bare(def.innerType) : def
}

function value(schema: Schema, name: string, naming: Naming): unknown {
  const def = getDefinition(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([key, one]) => [key, value(one, key, naming)]),
      )
    case 'optional':
    case 'nullable':
      if (naming(name) === undefined && bare(schema).type !== 'object')
        return def.type === 'nullable' ? null : undefined
      return value(def.innerType!, name, naming)
    case 'array':
      return [value(def.element!, name, naming)]
    case 'union':
      return value(def.options![0]!, name, naming)
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'number':
    case 'int':
      return naming(name) ?? 1
    case 'string':
      return text(def.format)
    case 'boolean':
      return false
    default:
      return def.innerType ? value(def.innerType, name, naming) : def.type === 'record' ? {} : null
  }
}

function text(format: string | undefined): string {
  if (format === 'date') return '2026-01-15'
  if (format === 'uuid') return '7f1c9d4e-1111-4222-8333-444455556666'
  if (format === 'email') return 'somebody@test.example'
  return 'Sample'
}
