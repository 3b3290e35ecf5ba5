import type { z } from 'zod'
import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { KnownIds } from './knownIds.ts'

/** A request that a call's declaration allows. */
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

/** Returns the id to send for a name, or undefined if no row is known for it. */
type FindId = (name: string) => number | undefined

/** Names in the specification that differ from an entity's own key. */
const synonyms: Readonly<Record<string, string>> = {
  projectid: 'propertyid',
  requestid: 'replacementreserverequestid',
  itemid: 'replacementreserverequestitemid',
  replacesfileid: 'fileid',
  computationofdistributionid: 'computationofdistributionsid',
}

const plainIdNames = ['id', 'moduleid', 'rowid']

/** Whether a call takes a plain id, whose name does not say to which kind of record it belongs. */
export const namesAnyRecord = (call: Call): boolean =>
  getIdNames(call).some((name) => plainIdNames.includes(name.toLowerCase()))

/**
 * Returns a function that finds the id of a known row by the name of a parameter or field. A plain `id`
 * becomes `anyId`, or a row of the entity whose generic calls have the same path.
 */
export function createFindId(
  call: Call,
  calls: readonly Call[],
  entities: readonly AnyEntity[],
  knownIds: KnownIds,
  propertyId: number,
  anyId?: number,
): FindId {
  const byKey = new Map(entities.map((entity) => [entity.key.toLowerCase(), knownIds.get(entity.name)]))
  byKey.set('propertyid', propertyId)
  const pathEntity = getEntity(call, calls, entities)
  return (name) => {
    const plain = name.toLowerCase()
    if (plainIdNames.includes(plain)) return anyId ?? (pathEntity && knownIds.get(pathEntity.name))
    if (plain === 'requestid' && pathEntity?.key.toLowerCase().endsWith(plain))
      return knownIds.get(pathEntity.name)
    return byKey.get(synonyms[plain] ?? plain)
  }
}

/** Returns the entity whose generic calls share the path of this call, or with whose name the path begins. */
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

/** Returns the names of all ids that a request to this call can contain. */
export function getIdNames(call: Call): string[] {
  const shapes = [call.params, call.query, call.body].map((schema) => schema && getDefinition(schema).shape)
  const nested = Object.values(shapes[2] ?? {}).map((schema) => unwrapSchema(schema).shape)
  return [...shapes, ...nested]
    .flatMap((shape) => Object.keys(shape ?? {}))
    .filter((name) => /id$/i.test(name))
}

/** Builds a request with known ids where the names allow it and plain valid values elsewhere. */
export function getSample(call: Call, naming: FindId): Sample {
  const params = (call.params ? getValue(call.params, '', naming) : {}) as Record<string, unknown>
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? 1)),
  )
  const query = (call.query ? getValue(call.query, '', naming) : {}) as Record<string, unknown>
  const parameters = Object.entries(query).filter(([, one]) => one !== undefined && one !== null)
  const search = new URLSearchParams(parameters.map(([name, one]) => [name, String(one)])).toString()
  return {
    url: search ? `${path}?${search}` : path,
    body: call.body ? getValue(call.body, '', naming) : undefined,
  }
}

const getDefinition = (schema: Schema): Definition => schema._zod.def as Definition
function unwrapSchema(schema: Schema): Definition {
  const def = getDefinition(schema)
  return def.innerType ? unwrapSchema(def.innerType) : def
}

function getValue(schema: Schema, name: string, naming: FindId): unknown {
  const def = getDefinition(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([key, one]) => [key, getValue(one, key, naming)]),
      )
    case 'optional':
    case 'nullable':
      if (naming(name) === undefined && unwrapSchema(schema).type !== 'object')
        return def.type === 'nullable' ? null : undefined
      return getValue(def.innerType!, name, naming)
    case 'array':
      return [getValue(def.element!, name, naming)]
    case 'union':
      return getValue(def.options![0]!, name, naming)
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'number':
    case 'int':
      return naming(name) ?? 1
    case 'string':
      return getText(def.format)
    case 'boolean':
      return false
    default:
      return def.innerType ? getValue(def.innerType, name, naming) : def.type === 'record' ? {} : null
  }
}

function getText(format: string | undefined): string {
  if (format === 'date') return '2026-01-15'
  if (format === 'uuid') return '7f1c9d4e-1111-4222-8333-444455556666'
  if (format === 'email') return 'somebody@test.example'
  return 'Sample'
}
