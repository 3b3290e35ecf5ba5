import { safeParse } from 'zod/v4/core'
import { type Actor, isAgency } from '../model/access.ts'
import { type Controller, emptyRecord } from '../model/controller.ts'
import { addingNames } from '../model/documented.ts'
import type { AnyEntity } from '../model/entity.ts'
import { getFieldMeta } from '../model/fieldMeta.ts'
import { parseListQuery } from '../model/listQuery.ts'
import { refuse } from '../model/refusals.ts'
import { isSame } from '../model/wire.ts'
import type { Statement } from './database.ts'
import {
  column,
  getEntityTexts,
  insertRow,
  locking,
  lockRow,
  readRow,
  refuseStaleVersion,
  type StoredRow,
  updateRow,
  type Values,
} from './rows.ts'
import { type AnyContext, type Context, type Served, serve, serveLongList, serveOnce } from './serve.ts'
import { buildNotWrittenFault, findSchemaFaults } from './shape.ts'

/** The functions that a module adds to the generic calls, which run before or after a write. */
export type CrudHooks<E extends AnyEntity = AnyEntity> = {
  /** Stores a new row, with related data, in place of the generic insert. Returns its id. */
  create?: (context: AnyContext, values: Values) => Promise<number>
  /**
   * Called with the values to write and the present row (null when creating). Returns the values to store.
   */
  before?: (context: AnyContext, values: Values, present: StoredRow<E> | null) => Promise<Values>
  /** Called before a row is removed. It refuses if the row must not be removed. */
  beforeRemove?: (context: AnyContext, present: StoredRow<E>) => Promise<void>
  /** Called after a row is created or changed. */
  after?: (context: AnyContext, row: StoredRow<E>) => Promise<void>
  /** Called after a row is removed, with its values. */
  afterRemove?: (context: AnyContext, row: StoredRow<E>) => Promise<void>
}

/** Serves the six generic calls of a controller. */
export const serveController = <E extends AnyEntity>(
  controller: Controller<E>,
  hooks: CrudHooks<E> = {},
): Served[] => serveGenericCalls(controller as Controller, hooks as CrudHooks)

/** Serves the generic calls of any entity. Its hooks get rows of its table. */
function serveGenericCalls(controller: Controller, hooks: CrudHooks): Served[] {
  const { entity } = controller
  const { key, columns } = getEntityTexts(entity)
  const saidByDocuments = addingNames(entity.row)
  const rows = `select ${columns} from ${entity.table}`
  return [
    serveLongList(controller.getAll, {
      statement: ({ query }) => buildListStatement(entity, query),
      row: (row, actor) => forCaller(actor, entity, row as Values),
      guard: ({ query }, actor) => refuseHiddenFilters(entity, query, actor),
    }),
    serve(controller.getModel, async () => emptyRecord(entity)),
    serveOnce(
      controller.getOne,
      ({ params }) => ({ text: `${rows} where ${key} = $1`, values: [params.id] }),
      ([row]: Values[], actor) =>
        saidByDocuments(
          forCaller(actor, entity, row ?? refuse.notFound(`This ${entity.label.toLowerCase()}`)),
        ),
    ),
    serve(controller.create, async (context) => create(context, entity, hooks)),
    {
      ...serve(
        controller.update,
        async (context) => change(context, entity, hooks),
        ({ body }) => locking(entity, (body as Values)[entity.key]),
      ),
      standing: async (context) => {
        const id = (context.body as Values)[entity.key]
        return typeof id === 'number'
          ? saidByDocuments(forCaller(context.actor, entity, await readRow(context, entity, id)))
          : null
      },
    },
    {
      ...serve(
        controller.remove,
        async (context) => remove(context, entity, (context.params as { id: number }).id, hooks),
        ({ params }) => locking(entity, (params as { id: number }).id),
      ),
      removal: { entity: entity.name, isChecked: hooks.beforeRemove !== undefined },
    },
  ]
}

/** Builds the statement that finds the rows of a list's query. */
function buildListStatement(entity: AnyEntity, query: unknown): Statement {
  const { key, columns } = getEntityTexts(entity)
  const { values, sortBy, descending } = parseListQuery(query)
  const matchingValues = values.filter(([, value]) => value !== null)
  const conditions = [
    ...matchingValues.map(([name], index) => `${column(name)} = $${index + 1}`),
    ...values.filter(([, value]) => value === null).map(([name]) => `${column(name)} is null`),
  ]
  const whereClause = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const order = sortBy ? `${column(sortBy)} ${descending ? 'desc' : 'asc'}, ` : ''
  return {
    text: `select ${columns} from ${entity.table}${whereClause} order by ${order}${key}`,
    values: matchingValues.map(([, value]) => value),
    oneOfMany: values.length > 0,
  }
}

/** Refuses filters on fields that only the agency reads, because the result would reveal them. */
function refuseHiddenFilters(entity: AnyEntity, query: unknown, actor: Actor): void {
  if (isAgency(actor)) return
  const hiddenFields = new Set([...entity.agencyOnly, ...(entity.everWithheld ?? [])])
  const { values, sortBy } = parseListQuery(query)
  const name = [...values.map(([field]) => field), sortBy].find((field) => field && hiddenFields.has(field))
  if (name) refuse.forbidden(`Rows are not asked for by “${name}”, which the agency alone reads.`)
}

/** Returns the row as the caller may see it: fields that only the agency reads are null for other callers. */
export function forCaller(actor: Actor, entity: AnyEntity, row: Values): Values {
  if (isAgency(actor)) return row
  const hidden = [...entity.agencyOnly, ...(entity.withheld?.(row) ?? [])]
  return hidden.length === 0 ? row : { ...row, ...Object.fromEntries(hidden.map((name) => [name, null])) }
}

/** Returns the payload without the key and the fields that only the server sets. */
function pickWritable(entity: AnyEntity, body: unknown): Values {
  const entries = Object.entries(body as Values).filter(
    ([name, value]) =>
      value !== undefined && name !== entity.key && name !== 'version' && !entity.serverOnly.includes(name),
  )
  return Object.fromEntries(entries)
}

/**
 * Refuses payload fields that would not be stored, unless they repeat the stored value or name the caller.
 */
function refuseDropped(
  { body, actor }: Context,
  entity: AnyEntity,
  values: Values,
  storedValues: Values,
): void {
  const dropped = Object.entries(body as Values).filter(
    ([name, value]) =>
      value !== undefined &&
      !(name in values) &&
      entity.serverOnly.includes(name) &&
      ![entity.key, 'version'].includes(name) &&
      !isSame(value, storedValues[name]) &&
      !(getFieldMeta(entity.fields[name]!)?.refersTo === 'User' && value === actor.userId),
  )
  if (dropped.length > 0) refuse.invalid(dropped.map(([field]) => buildNotWrittenFault(field)))
}

/** Refuses changes of fields that only steps write; unchanged values are accepted. */
function refuseStepFields(entity: AnyEntity, values: Values, present: Values): void {
  const changed = entity.stepOnly.filter(
    (name) => values[name] !== undefined && !isSame(values[name], present[name]),
  )
  if (changed.length > 0)
    refuse.invalid(
      changed.map((field) => ({
        field,
        message: `“${field}” is changed by a step of its own, not by this call.`,
      })),
    )
}

async function create(context: Context, entity: AnyEntity, hooks: CrudHooks): Promise<Values> {
  if (hooks.create)
    return forCaller(
      context.actor,
      entity,
      await readRow(context, entity, await hooks.create(context, context.body as Values)),
    )
  const payload = pickWritable(entity, context.body)
  const values = hooks.before ? await hooks.before(context, payload, null) : payload
  refuseDropped(context, entity, values, emptyRecord(entity))
  const row = await insertRow(context, entity, values)
  refuseIncomplete(entity, row)
  await hooks.after?.(context, row)
  return forCaller(context.actor, entity, row)
}

/**
 * Refuses a new row that lacks required values. An omitted field has its column's default, which the entity
 * may not accept.
 */
function refuseIncomplete(entity: AnyEntity, row: Values): void {
  const checked = safeParse(entity.row, row)
  if (!checked.success) refuse.invalid(findSchemaFaults(entity.row, checked.error.issues))
}

async function change(context: Context, entity: AnyEntity, hooks: CrudHooks): Promise<Values> {
  const body = context.body as Values
  const rowId = body[entity.key]
  if (typeof rowId !== 'number') return refuse.invalid([{ field: entity.key, message: '*Field is required' }])
  const present = await lockRow(context, entity, rowId)
  if (typeof present.version === 'number')
    await refuseStaleVersion(context, entity, rowId, body.version as number | undefined, present.version)
  const payload = pickWritable(entity, body)
  refuseStepFields(entity, payload, forCaller(context.actor, entity, present))
  const values = hooks.before ? await hooks.before(context, payload, present) : payload
  refuseDropped(context, entity, values, forCaller(context.actor, entity, present))
  const row = await updateRow(context, entity, rowId, values, hooks.after ? 'amid' : 'last')
  await hooks.after?.(context, row)
  return forCaller(context.actor, entity, row)
}

async function remove(
  context: AnyContext,
  entity: AnyEntity,
  rowId: number,
  hooks: CrudHooks,
): Promise<boolean> {
  const present = await lockRow(context, entity, rowId)
  await hooks.beforeRemove?.(context, present)
  await context.transaction.query(`delete from ${entity.table} where ${getEntityTexts(entity).key} = $1`, [
    rowId,
  ])
  await hooks.afterRemove?.(context, present)
  return true
}
