import { sql } from 'kysely'
import { notifyPerson } from '#core/correspondence/messages/server/index.ts'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { lockRow, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as generic from '../model/calls.ts'
import { ItemToDo, ToDo } from '../model/entities.ts'
import { writtenPath } from '../model/paths.ts'
import { getTaskTypeLabel } from '../model/taskTypes.ts'
import * as calls from '../model/writtenToDos.ts'

type ToDoKey = { kind: calls.WrittenKind; id: number }
type StoredToDo = Pick<
  Row<typeof ToDo>,
  'propertyId' | 'title' | 'dueDate' | 'done' | 'writtenBy' | 'answer' | 'answeredAt' | 'snoozedUntil'
>

const getKey = (kind: calls.WrittenKind): string => (kind === 'property' ? 'to_do_id' : 'item_to_do_id')
const getEntity = (kind: calls.WrittenKind) => (kind === 'property' ? ToDo : ItemToDo)

const getToDoPath = ({ kind, id }: ToDoKey, propertyId: number): string =>
  writtenPath.replace(':propertyId', String(propertyId)).replace(':kind', kind).replace(':id', String(id))

/** SQL: the path of a written to-do `d`. */
export const writtenToDoUrlSql = (kind: calls.WrittenKind) =>
  sql`replace(replace(${writtenPath.replace(':kind', kind)}, ':propertyId', d.property_id::text), ':id',
    ${sql.ref(`d.${getKey(kind)}`)}::text)`

/** Loads a written to-do for its screen. Refuses with 404 out of the caller's scope. Runs four statements. */
async function loadDetail(context: AnyContext, { kind, id }: ToDoKey): Promise<calls.WrittenToDo> {
  const { table, name } = getEntity(kind)
  const person = (alias: string) =>
    sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
  type LoadedToDo = Omit<calls.WrittenToDo, 'kind' | 'id' | 'about' | 'today' | 'history'> & {
    type: number
    item: number | null
  }
  const result = await sql<LoadedToDo>`
    select d.property_id, p.name as property_name, d.type,
    ${kind === 'item' ? sql`d.item` : sql`null::integer`} as item,
      d.title, d.details, d.due_date, d.done, d.created_at, ${person('w')} as written_by_name, d.answer,
      d.answered_at,
      ${person('a')} as answered_by_name, d.snoozed_until,
      ${context.actor.scope.write === null}::boolean
      or d.property_id = any ((select kernel.written_somehow())::integer[]) as may_act
    from ${sql.table(table)} d join property p using (property_id)
    left join app_user w on w.user_id = d.written_by left join app_user a on a.user_id = d.answered_by
    where d.${sql.ref(getKey(kind))} = ${id}`.execute(context.db)
  const { type, item, ...row } = result.rows[0] ?? refuse.notFound('This to-do')
  return {
    kind,
    id,
    ...row,
    about: item === null ? getTaskTypeLabel(type) : `${getTaskTypeLabel(type)}, item ${item}`,
    today: context.settings.today(),
    history: await loadHistory(context, name, id, [{ table, ids: [id] }]),
  }
}

/** Changes a to-do under its lock and returns the new state. */
async function changeToDo(
  context: AnyContext,
  toDoKey: ToDoKey,
  values: (row: StoredToDo) => Values | Promise<Values>,
) {
  const entity = getEntity(toDoKey.kind)
  const row = await lockRow(context, entity, toDoKey.id)
  await updateRow(context, entity, toDoKey.id, await values(row))
  return loadDetail(context, toDoKey)
}

/** Refuses to answer or postpone a to-do that is done or already with the agency. */
function refuseAnsweredOrDone({ done, answeredAt }: StoredToDo): void {
  if (done) refuse.conflict('This to-do is done already.')
  if (answeredAt) refuse.conflict('This to-do was answered already. The agency has the answer.')
}

/** Refuses callers of the agency. */
const refuseAgency = ({ actor }: AnyContext): void => {
  if (isAgency(actor)) refuse.forbidden('The company answers and puts off its to-dos.')
}

/** Records who wrote a new to-do, and refuses to move one to another property. */
const hooks: CrudHooks = {
  before: async ({ actor }, values, present) => {
    if (present && values.propertyId !== undefined && values.propertyId !== present.propertyId)
      refuse.invalid([{ field: 'propertyId', message: 'Property: This record stays with its property.' }])
    return present ? values : { ...values, writtenBy: actor.userId }
  },
}

/** The handlers of the calls for to-dos that people write. */
export const writtenToDoHandlers: Served[] = [
  ...serveController(generic.toDoRecords, hooks),
  ...serveController(generic.itemToDoRecords, hooks),

  serve(calls.getWrittenToDo, (context) => loadDetail(context, context.params)),

  serve(calls.answerWrittenToDo, (context) =>
    changeToDo(context, context.params, async (row) => {
      refuseAgency(context)
      refuseAnsweredOrDone(row)
      const { answer } = context.body
      if (!answer.trim()) refuse.invalid([{ field: 'answer', message: 'Answer: *Field is required' }])
      const { propertyId, title: taskName } = row
      const url = getToDoPath(context.params, propertyId)
      if (row.writtenBy)
        await notifyPerson(context, row.writtenBy, { taskName, message: answer, url, propertyId })
      const answeredAt = context.services.now().toISOString()
      return { answer, answeredAt, answeredBy: context.actor.userId, snoozedUntil: null }
    }),
  ),

  serve(calls.finishWrittenToDo, (context) =>
    changeToDo(context, context.params, () => ({ done: true, snoozedUntil: null })),
  ),

  serve(calls.snoozeWrittenToDo, (context) =>
    changeToDo(context, context.params, (row) => {
      refuseAgency(context)
      refuseAnsweredOrDone(row)
      const { until } = context.body
      const fault = until === null ? null : calls.getSnoozeFault(until, row, context.settings.today())
      if (fault) refuse.invalid([{ field: 'until', message: `Until: ${fault}` }])
      return { snoozedUntil: until }
    }),
  ),

  serve(calls.reopenWrittenToDo, (context) =>
    changeToDo(context, context.params, () => ({
      done: false,
      answer: null,
      answeredAt: null,
      answeredBy: null,
    })),
  ),
]
