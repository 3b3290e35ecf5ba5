import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { forCaller } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { Developer } from '../model/entities.ts'

type DeveloperRow = Row<typeof Developer>

const propertyColumns = sql`p.property_id, p.name as property_name, p.agency_number, p.city,
  p.status_id as status, p.total_units`

/** Loads the present developer of a property as the caller may see it; null if there is none. */
async function loadPresentDeveloper(context: AnyContext, propertyId: number): Promise<DeveloperRow | null> {
  const result = await sql<DeveloperRow>`select d.* from property p
    left join property_developer k on k.property_id = p.property_id and k.to_date is null
    left join developer d on d.developer_id = k.developer_id where p.property_id = ${propertyId}`.execute(
    context.db,
  )
  const row = result.rows[0] ?? refuse.notFound('This property')
  return row.developerId === null ? null : (forCaller(context.actor, Developer, row) as DeveloperRow)
}

/**
 * Ends the present developer's period yesterday. If the developer was named only today, deletes the row
 * instead. Returns whether there was a present developer.
 */
async function endPresentDeveloper(context: AnyContext, propertyId: number): Promise<boolean> {
  const today = context.settings.today()
  const result = await sql`delete from property_developer
    where property_id = ${propertyId} and to_date is null and from_date >= ${today}`.execute(context.db)
  const ended = await sql`update property_developer set to_date = ${addDays(today, -1)}
    where property_id = ${propertyId} and to_date is null`.execute(context.db)
  return Number(result.numAffectedRows) + Number(ended.numAffectedRows) > 0
}

/** Locks the property, so that a concurrent change of its developer waits and then sees this one. */
async function lockProperty(context: AnyContext, propertyId: number): Promise<void> {
  const result = await sql`select 1 from property where property_id = ${propertyId} for update`.execute(
    context.db,
  )
  if (result.rows.length === 0) refuse.notFound('This property')
}

/** Sets the developer of a property from today on; 0 removes it. Returns the present developer. */
async function setDeveloper(
  context: AnyContext,
  propertyId: number,
  developerId: number,
): Promise<DeveloperRow | null> {
  await lockProperty(context, propertyId)
  const before = await loadPresentDeveloper(context, propertyId)
  if ((before?.developerId ?? 0) === developerId) return before
  if (developerId > 0) {
    const developer = await context.db
      .selectFrom('developer')
      .select(['name', 'active'])
      .where('developerId', '=', developerId)
      .executeTakeFirst()
    const message = developer ? `${developer.name} is not active.` : 'choose one from the list.'
    if (!developer?.active)
      refuse.rule('There is a problem', [{ field: 'developerId', message: `Developer: ${message}` }])
  }
  await endPresentDeveloper(context, propertyId)
  if (developerId > 0)
    await context.db
      .insertInto('propertyDeveloper')
      .values({ propertyId, developerId, fromDate: context.settings.today(), toDate: null })
      .execute()
  return loadPresentDeveloper(context, propertyId)
}

/** The handlers of the calls that read and change which developer a property has. */
export const developerPropertyHandlers: Served[] = [
  serve(calls.getDeveloperOfProperty, (context) => loadPresentDeveloper(context, context.params.propertyId)),
  serve(calls.getPropertiesOfDeveloper, async ({ db, params }) => {
    const result =
      await sql<calls.DeveloperProperty>`select k.property_developer_id, ${propertyColumns}, k.from_date,
        k.to_date
      from property_developer k join property p on p.property_id = k.property_id
      where k.developer_id = ${params.developerId} order by k.to_date desc nulls first,
      lower(p.name)`.execute(db)
    return result.rows
  }),
  serve(calls.getPropertiesWithoutDeveloper, async ({ db }) => {
    const result =
      await sql<calls.PropertyWithoutDeveloper>`select ${propertyColumns}, c.name as management_company_name
      from property p left join management_company c on c.management_company_id = p.management_company_id
      where p.status_id <> ${sqlPropertyStatus.Deleted} and not exists (select 1 from property_developer k
        where k.property_id = p.property_id and k.to_date is null)
      order by lower(p.name), p.property_id`.execute(db)
    return result.rows
  }),
  serve(calls.updatePropertyDeveloper, (context) =>
    setDeveloper(context, context.params.propertyId, context.params.developerId ?? 0),
  ),
  serve(calls.removePropertyDeveloper, async (context) => {
    await lockProperty(context, context.params.id)
    return endPresentDeveloper(context, context.params.id)
  }),
]
