import { z } from 'zod'
import type { Access } from './access.ts'
import { type Call, call } from './call.ts'
import { addDocumentNamesToSchema } from './documented.ts'
import type { AnyEntity } from './entity.ts'
import { id } from './field.ts'
import { type ListQuery, listQuery } from './listQuery.ts'

/** The six generic calls every controller of the specification has (CAL-04). */
export type Controller<E extends AnyEntity = AnyEntity> = {
  entity: E
  path: string
  getAll: Call<undefined, ListQuery<E>, undefined, z.ZodArray<E['row']>>
  getModel: Call
  getOne: Call<typeof idParams, undefined, undefined, E['row']>
  create: Call<undefined, undefined, E['input'], E['row']>
  update: Call<undefined, undefined, E['input'], E['row']>
  remove: Call<typeof idParams, undefined, undefined, z.ZodBoolean>
}

const idParams = z.object({ id: id() })

/** Declares the six generic calls of an entity. `aliases` are further paths of the whole controller. */
export function controller<E extends AnyEntity>(
  entity: E,
  options: { path: string; read: Access; write: Access; aliases?: readonly string[] },
): Controller<E> {
  const { path, read, write } = options
  const buildPaths = (tail = '') => ({
    path: path + tail,
    aliases: (options.aliases ?? []).map((alias) => alias + tail),
  })
  const { label } = entity
  // All calls share this schema. The documents' names of fields are optional in it, because only single
  // records have them.
  const row = addDocumentNamesToSchema(entity.row) as E['row']
  const writeCall = { ...buildPaths(), access: write, body: entity.input, answer: row }
  return {
    entity,
    path,
    getAll: call({
      ...buildPaths(),
      method: 'GET',
      access: read,
      query: listQuery(entity),
      closedQuery: true,
      answer: z.array(row),
      summary: `${label}: all in scope, filtered by the query`,
    }),
    getModel: call({
      method: 'GET',
      ...buildPaths('/GetModel'),
      access: read,
      answer: z.record(z.string(), z.unknown()),
      summary: `${label}: an empty one with default values`,
    }),
    getOne: call({
      method: 'GET',
      ...buildPaths('/:id'),
      access: read,
      params: idParams,
      answer: row,
      summary: `${label}: one, by id`,
    }),
    create: call({ method: 'POST', ...writeCall, summary: `${label}: create one` }),
    update: call({ method: 'PUT', ...writeCall, summary: `${label}: change one; the id is in the body` }),
    remove: call({
      method: 'DELETE',
      ...buildPaths('/:id'),
      access: write,
      params: idParams,
      answer: z.boolean(),
      summary: `${label}: remove one`,
    }),
  }
}

/**
 * Builds an empty record: false for flags, 0 for the key, the first option of required choices, and otherwise
 * null or empty values.
 */
export function emptyRecord(entity: AnyEntity): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields).map(([name, field]) => {
      if (name === entity.key) return [name, 0]
      const { options = [] } = field as { options?: readonly unknown[] }
      for (const candidate of [null, false, '', 0, [], options[0]])
        if (field.safeParse(candidate).success) return [name, candidate]
      return [name, null]
    }),
  )
}
