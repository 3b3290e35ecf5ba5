import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import {
  createUserProjects,
  deleteUserProject,
  removeProjectContacs,
  removeProjectPermissions,
} from '../model/peopleCalls.ts'
import { getIdOfPathOrQuery } from './comments.ts'
import { readProperty } from './property.ts'

async function refuseUnknown(
  context: AnyContext,
  userId: number,
  propertyIds: readonly number[],
): Promise<void> {
  const user = await context.db
    .selectFrom('appUser')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!user) refuse.invalid([{ field: 'userId', message: 'User: choose one from the list.' }])
  const matches = await context.db
    .selectFrom('property')
    .select('propertyId')
    .where('propertyId', 'in', propertyIds)
    .execute()
  const validIds = new Set(matches.map((item) => item.propertyId))
  const faults = propertyIds.flatMap((propertyId, index) =>
    validIds.has(propertyId)
      ? []
      : [{ field: `propertyIds.${index}`, message: `Property ${propertyId} was not found.` }],
  )
  if (faults.length > 0) refuse.invalid(faults)
}

/** The handlers that assign users to properties, and that remove all permissions or contacts of one. */
export const userHandlers = [
  serve(createUserProjects, async (context) => {
    const { userId, isMain = false } = context.body
    const propertyIds = [...new Set(context.body.propertyIds)]
    await refuseUnknown(context, userId, propertyIds)
    await context.db
      .insertInto('userProperty')
      .values(propertyIds.map((propertyId) => ({ userId, propertyId, isMain })))
      .onConflict((conflict) => conflict.columns(['userId', 'propertyId']).doNothing())
      .execute()
    return context.db
      .selectFrom('userProperty')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('propertyId')
      .execute()
  }),
  serve(deleteUserProject, async (context) => {
    const deleteResult = await context.db
      .deleteFrom('userProperty')
      .where('userPropertyId', '=', getIdOfPathOrQuery(context))
      .executeTakeFirst()
    return deleteResult.numDeletedRows > 0n || refuse.notFound('This assignment')
  }),
  serve(removeProjectPermissions, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const deleteResult = await context.db
      .deleteFrom('permission')
      .where('propertyId', '=', propertyId)
      .executeTakeFirst()
    return { removed: Number(deleteResult.numDeletedRows) }
  }),
  serve(removeProjectContacs, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const deleteResult = await context.db
      .deleteFrom('propertyContact')
      .where('propertyId', '=', propertyId)
      .executeTakeFirst()
    return { removed: Number(deleteResult.numDeletedRows) }
  }),
]
