import { sql } from 'kysely'
import { emptyRecord } from '#kernel/model/controller.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import type { Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ResidentRelations } from '../model/entities.ts'
import { loadMatterDetail, loadMatterLines, loadProjectLines } from './lines.ts'
import { changeMatter, createMatter, loadMatter, loadMatters, removeMatter } from './matters.ts'
import { hasResidentDataRight } from './sealed.ts'
import { stepHandlers } from './steps.ts'

export { isLateSql } from './lines.ts'

/** Only agency users can get the right to read who residents are. */
const readerHooks: CrudHooks = {
  before: async (context, values, present) => {
    const userId = values.userId ?? present?.userId
    if (!(await loadPeople(context)).some((person) => person.userId === userId))
      refuse.invalid([{ field: 'userId', message: 'Person: choose one of the agency’s people.' }])
    return { userId, grantedBy: context.actor.userId }
  },
}

const userNameSql = sql`trim(u.first_name || ' ' || u.last_name)`

async function loadPeople({ db }: AnyContext) {
  const result = await sql<{ userId: number; name: string }>`select distinct u.user_id, ${userNameSql} as name
    from app_user u join user_role r using (user_id) where u.active and r.role_id in (1, 2)
    order by 2, 1`.execute(db)
  return result.rows
}

/**
 * Returns the SQL condition for matters of a property; answers 404 if the caller may not see the property.
 */
async function getPropertyCondition({ db }: AnyContext, propertyId: number) {
  const result = await sql`select from property where property_id = ${propertyId}`.execute(db)
  return result.rows.length > 0 ? sql`m.property_id = ${propertyId}` : refuse.notFound('This property')
}

/**
 * The handlers of the module's calls. Only people with the right read who a resident is; a company sees the
 * matters it was asked about.
 */
export const served: Served[] = [
  ...serveController(calls.issueTypes),
  ...serveController(calls.readers, readerHooks),
  serve(calls.matters.getAll, loadMatters),
  serve(calls.matters.getModel, async () => emptyRecord(ResidentRelations)),
  serve(calls.matters.getOne, (context) => loadMatter(context, context.params.id)),
  serve(calls.matters.create, (context) => createMatter(context, context.body as Values)),
  serve(calls.matters.update, (context) => changeMatter(context, context.body as Values)),
  serve(calls.matters.remove, (context) => removeMatter(context, context.params.id)),
  serve(calls.getByProjectId, async (context) =>
    loadMatterLines(context, await getPropertyCondition(context, context.params.projectId)),
  ),
  serve(calls.getByProjectIdAndIssueType, async (context) => {
    const { projectId, issueTypeId } = context.params
    const ofKind = issueTypeId === 0 ? sql`true` : sql`m.resident_relations_issue_type_id = ${issueTypeId}`
    return loadMatterLines(context, sql`${await getPropertyCondition(context, projectId)} and ${ofKind}`)
  }),
  serve(calls.getProjectList, (context) => loadProjectLines(context)),
  serve(calls.getIssueTypes, ({ db }) =>
    db
      .selectFrom('residentRelationsIssueType')
      .selectAll()
      .where('active', '=', true)
      .orderBy('name')
      .execute(),
  ),
  serve(calls.getDetail, (context) => loadMatterDetail(context, context.params.id)),
  ...stepHandlers,
  serve(calls.getReaders, async (context) => {
    const result = await sql<Values>`select r.*, ${userNameSql} as name from resident_data_reader r
        join app_user u using (user_id) order by name, r.user_id`.execute(context.db)
    return {
      mayRead: await hasResidentDataRight(context),
      readers: result.rows as never,
      people: await loadPeople(context),
    }
  }),
]
