import { sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/contentCalls.ts'
import { Property, PropertyComment } from '../model/entities.ts'
import { lockPropertyForChange, readProperty } from './property.ts'

/** Returns the id from the path or else from the query. Refuses if they differ or if both are missing. */
export function getIdOfPathOrQuery({
  params,
  query,
}: {
  params: { id?: number }
  query: { id?: number }
}): number {
  if (params.id !== undefined && query.id !== undefined && params.id !== query.id)
    refuse.invalid([{ field: 'id', message: 'Id: the path and the query name different ones.' }])
  return params.id ?? query.id ?? refuse.invalid([{ field: 'id', message: 'Id: *Field is required' }])
}

const loadComments = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('propertyComment')
    .leftJoin('appUser', 'appUser.userId', 'propertyComment.createdBy')
    .selectAll('propertyComment')
    .select(sql<string | null>`nullif(trim(first_name || ' ' || last_name), '')`.as('createdByName'))
    .where('propertyId', '=', propertyId)
    .orderBy('propertyCommentId', 'desc')
    .execute()

/** The statement that checks whether the caller may see the property, without reading more of it. */
const propertyExistsStatement = (propertyId: number) => ({
  text: 'select 1 from property where property_id = $1',
  values: [propertyId],
})

/** The handlers of the calls for comments, inspections and financial notes. */
export const commentHandlers = [
  serve(calls.getProjectComments, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return loadComments(context, propertyId)
  }),
  serve(
    calls.createProjectComment,
    async (context) => {
      const { propertyId, comment, internalToAgency = false } = context.body
      const [property] = await context.transaction.rows(propertyExistsStatement(propertyId))
      if (!property) refuse.notFound('This property')
      const values = { propertyId, comment, internalToAgency, createdBy: context.actor.userId }
      return (await insertRow(context, PropertyComment, values, 'last')) as Row<typeof PropertyComment>
    },
    ({ body }) => propertyExistsStatement(body.propertyId),
  ),
  serve(calls.updateProjectComment, async (context) => {
    const { propertyCommentId, ...values } = context.body
    await lockRow(context, PropertyComment, propertyCommentId)
    return context.db
      .updateTable('propertyComment')
      .set(values)
      .where('propertyCommentId', '=', propertyCommentId)
      .returningAll()
      .executeTakeFirstOrThrow()
  }),
  serve(calls.deleteProjectComment, async (context) => {
    const propertyCommentId = getIdOfPathOrQuery(context)
    await lockRow(context, PropertyComment, propertyCommentId)
    await context.db
      .deleteFrom('propertyComment')
      .where('propertyCommentId', '=', propertyCommentId)
      .execute()
    return true
  }),

  serve(calls.getProjectInspectionComments, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return context.db
      .selectFrom('propertyInspection')
      .selectAll()
      .where('propertyId', '=', propertyId)
      .orderBy('inspectionDate', 'desc')
      .orderBy('propertyInspectionId', 'desc')
      .execute()
  }),

  serve(calls.getFinancialNotes, async (context) => {
    const { propertyId, financialNotes } = await readProperty(context, context.params.propertyId)
    return { propertyId, notes: financialNotes }
  }),
  serve(calls.updateFinancialNotes, async (context) => {
    const { propertyId, notes, version } = context.body
    await lockPropertyForChange(context, propertyId, version)
    await updateRow(context, Property, propertyId, { financialNotes: notes })
    return { propertyId, notes }
  }),
]
