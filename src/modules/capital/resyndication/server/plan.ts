import { sql } from 'kysely'
import { openWork } from '#ground/portfolio/properties/server/index.ts'
import { taskTypeLabel } from '#ground/portfolio/tasks/model/index.ts'
import { endingSchedules } from '#ground/portfolio/tasks/server/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { loadActiveLoans } from '#modules/capital/loans/server/index.ts'
import type { asked, Plan } from '../model/calls.ts'
import { type Known, type KnownProperty, type Link, linkFaults } from '../model/rules.ts'
import { resyndicationChainSql } from './chain.ts'

export type Asked = (typeof asked)['_output']
/** A valid request. */
export type Sound = Asked & { resyndicationType: string; resyndicatedDate: string }

/**
 * Loads the facts for the rules, without a link that is being corrected; properties out of scope are not
 * found.
 */
async function loadPlanContext(
  context: AnyContext,
  { oldPropertyIds, newPropertyIds }: Asked,
  leftOut: number,
): Promise<Known> {
  const ids = [...new Set([...oldPropertyIds, ...newPropertyIds])]
  const result = await sql<{ properties: KnownProperty[]; links: Link[]; types: string[] }>`select
    (select coalesce(jsonb_agg(jsonb_build_object('propertyId', p.property_id, 'propertyName', p.name,
    'serviceDate', p.service_date,
        'lihtcNumbers', (select coalesce(jsonb_agg(l.lihtc_number), '[]') from property_lihtc_number l
        where l.property_id = p.property_id)) order by p.property_id), '[]')
      from property p where p.property_id = any (${ids}::integer[])) as properties,
    (select coalesce(jsonb_agg(jsonb_build_object('oldPropertyId', r.old_property_id, 'newPropertyId',
    r.new_property_id, 'resyndicatedDate', r.resyndicated_date)), '[]')
      from ${resyndicationChainSql(ids)} r where r.resyndication_id <> ${leftOut}) as links,
    array(select name from resyndication_type where active order by name) as types`.execute(context.db)
  const row = result.rows[0]!
  if (row.properties.length < ids.length) refuse.notFound('This property')
  return { ...row, today: context.settings.today() }
}

/** Refuses all faults of the rules at once; returns the valid request. */
export async function loadResyndicationSound(
  context: AnyContext,
  body: Asked,
  leftOut = 0,
): Promise<{ sound: Sound; known: Known }> {
  const planContext = await loadPlanContext(context, body, leftOut)
  const faults = linkFaults(body, planContext)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  return { sound: body as Sound, known: planContext }
}

/** SQL: the unit types a new property gets, having none of its own and being the only new one. */
export const unitTypesFor = ({ oldPropertyIds: olds, newPropertyIds: news }: Asked) => sql`(
  select n.property_id, r.room_type_id, sum(r.count)::integer as count
  from unnest(${news}::integer[]) n (property_id)
  join property_room_type r on r.property_id = any (${olds}::integer[])
  where ${news.length === 1} and r.count > 0 and not exists (select from property_room_type x
  where x.property_id = n.property_id)
  group by n.property_id, r.room_type_id)`

/**
 * SQL: the rents a new property takes over, where it has none itself: of each unit size, program and class
 * the units of all old properties, at the rent by which they bring what they brought before, to the cent. Of
 * programs that hold the rest of a unit type everywhere, the new property's rest is theirs.
 */
export const rentsFor = ({
  oldPropertyIds: olds,
  newPropertyIds: news,
  resyndicatedDate,
  carryRents,
}: Sound) => sql`(
  select n.property_id, array_agg(distinct e.property_id) as from_ids, e.room_type_id, e.rent_type_id,
  e.existing_tenants,
    case when not bool_and(s.units is null) then sum(e.units) end::integer as units,
    round(coalesce(sum(e.rent * e.units) / nullif(sum(e.units), 0), min(e.rent)), 2) as rent,
    max(e.utility_allowance) as utility_allowance, min(e.income_limit_percent) as income_limit_percent
  from rent_in_force(${resyndicatedDate}) e join property_rent s using (property_rent_id)
  cross join unnest(${news}::integer[]) n (property_id)
  left join property_room_type t on t.property_id = n.property_id and t.room_type_id = e.room_type_id
  where ${carryRents !== false} and e.property_id = any (${olds}::integer[])
    and (t.project_room_type_id is not null or exists (select
    from ${unitTypesFor({ oldPropertyIds: olds, newPropertyIds: news } as Asked)} u
      where u.property_id = n.property_id and u.room_type_id = e.room_type_id))
    and not exists (select from property_rent p where p.project_room_type_id = t.project_room_type_id)
  group by n.property_id, e.room_type_id, e.rent_type_id, e.existing_tenants)`

/** What stays with the old properties. */
async function loadRemainingUse(
  context: AnyContext,
  { oldPropertyIds }: Asked,
  { properties }: Known,
): Promise<string[]> {
  const open = await Promise.all(oldPropertyIds.map((id) => openWork(context, id)))
  const findPropertyName = (id: number) =>
    properties.find((property) => property.propertyId === id)?.propertyName ?? ''
  const loans = await loadActiveLoans(context, oldPropertyIds)
  return [
    'Documents, statements, reserves and history stay with the old property and can still be read there.',
    'Its compliance period goes on along with that of the new credits; its status does not change.',
    ...loans.map(
      ({ propertyId, words }) =>
        `${findPropertyName(propertyId)}: ${words}; the loan stays with it until it is paid off or entered for the new one.`,
    ),
    ...oldPropertyIds.flatMap((id, index) =>
      (open[index] ?? []).map((text) => `${findPropertyName(id)}: ${text} is decided where it was filed.`),
    ),
  ]
}

/** Loads the changes that recording would make, and the records it leaves unchanged. */
export async function loadResyndicationPlan(context: AnyContext, body: Asked): Promise<Plan> {
  const { sound, known: planContext } = await loadResyndicationSound(context, body)
  const findPropertyName = (id: number) =>
    planContext.properties.find((property) => property.propertyId === id)?.propertyName ?? ''
  const [schedules, rents, unitTypes, stays] = await Promise.all([
    endingSchedules(context, sound.oldPropertyIds, sound.resyndicatedDate),
    sql<
      Plan['carries'][number] & { fromIds: number[] }
    >`select c.property_id, c.from_ids, y.name as unit_type, c.rent, c.utility_allowance
      from ${rentsFor(sound)} c join room_type y using (room_type_id)
      order by c.property_id, y.bedrooms, y.name, c.rent`.execute(context.db),
    sql<{
      propertyId: number
      unitType: string
      count: number
    }>`select u.property_id, y.name as unit_type, u.count
      from ${unitTypesFor(sound)} u join room_type y using (room_type_id)
      order by y.bedrooms, y.name`.execute(context.db),
    loadRemainingUse(context, sound, planContext),
  ])
  return {
    ends: schedules.map(({ propertyId, taskTypeId, tasks }) => ({
      propertyId,
      propertyName: findPropertyName(propertyId),
      tasks,
      task: `${taskTypeLabel(taskTypeId)}${tasks > 0 ? `, ${plural(tasks, 'open task goes', 'open tasks go')}` : ''}`,
    })),
    carries: rents.rows.map(({ fromIds, ...one }) => ({
      ...one,
      propertyName: findPropertyName(one.propertyId),
      fromName: fromIds.map(findPropertyName).join(', '),
    })),
    unitTypes: unitTypes.rows.map(({ propertyId, ...one }) => ({
      ...one,
      propertyName: findPropertyName(propertyId),
    })),
    stays,
  }
}
