import type { Answer } from '#kernel/model/call.ts'
import { locking, lockRow } from '#kernel/server/rows.ts'
import { type Served, serve, serveOnce } from '#kernel/server/serve.ts'
import { deleteView, getViews, saveView } from '../model/calls.ts'
import { SavedView } from '../model/entities.ts'

/**
 * Every call that the views module answers. Row-level security decides which views a person sees and
 * changes.
 */
export const served: Served[] = [
  serveOnce(
    getViews,
    () => ({
      text: `select v.saved_view_id as "savedViewId", v.user_id as "userId", v.list, v.name, v.state, v.shared,
          v.is_default as "isDefault", v.user_id = kernel.actor_id() as mine,
          nullif(trim(u.first_name || ' ' || u.last_name), '') as "ownerName"
        from saved_view v left join app_user u using (user_id) order by v.list, lower(v.name), v.saved_view_id`,
      values: [],
    }),
    (rows: Answer<typeof getViews>) => rows,
  ),

  serve(saveView, async ({ db, body, actor }) => {
    const { list, name, ...set } = body
    if (body.isDefault)
      await db
        .updateTable('savedView')
        .set({ isDefault: false })
        .where('userId', '=', actor.userId)
        .where('list', '=', list)
        .where('name', '<>', name)
        .where('isDefault', '=', true)
        .execute()
    const { savedViewId } = await db
      .insertInto('savedView')
      .values({ userId: actor.userId, ...body })
      .onConflict((conflict) => conflict.columns(['userId', 'list', 'name']).doUpdateSet(set))
      .returning('savedViewId')
      .executeTakeFirstOrThrow()
    return savedViewId
  }),

  serve(
    deleteView,
    async (context) => {
      const { savedViewId } = context.params
      await lockRow(context, SavedView, savedViewId)
      await context.db.deleteFrom('savedView').where('savedViewId', '=', savedViewId).execute()
      return true
    },
    ({ params }) => locking(SavedView, params.savedViewId),
  ),
]
