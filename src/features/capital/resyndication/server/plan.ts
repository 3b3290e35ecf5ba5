import { sql } from 'kysely'
import { loadOpenWork } from '#core/portfolio/properties/server/index.ts'
import { getTaskTypeLabel } from '#core/portfolio/tasks/model/index.ts'
import { loadEndingSchedules } from '#core/portfolio/tasks/server/index.ts'
import { loadActiveLoans } from '#features/capital/loans/server/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Plan, resyndicationInput } from '../model/calls.ts'
import {
  getResyndicationFaults,
  type Link,
  type PropertyFacts,
  type ResyndicationFacts,
} from '../model/rules.ts'
import { resyndicationChainSql } from './chain.ts'

/** The body that records a resyndication. */
export type ResyndicationBody = (typeof resyndicationInput)['_output']
/** A resyndication without faults. */
export type ValidResyndication = ResyndicationBody & { resyndicationType: string; resyndicatedDate: string }

/**
 * Loads the facts for the rules, without the link with the id `excludedId`, which is being corrected. Refuses
 * properties out of scope.
 */
async function loadFacts(
  context: AnyContext,
  { oldPropertyIds, newPropertyIds }: ResyndicationBody,
  excludedId: number,
): Promise<ResyndicationFacts> {
  const ids = [...new Set([...oldPropertyIds, ...newPropertyIds])]
  const result = await sql<{ properties: PropertyFacts[]; links: Link[]; types: string[] }>`select
    (select coalesce(jsonb_agg(jsonb_build_object('propertyId', p.property_id, 'propertyName', p.name,
    'serviceDate', p.service_date,
        'lihtcNumbers', (select coalesce(jsonb_agg(l.lihtc_number), '[]') from property_lihtc_number l
        where l.property_id = p.property_id)) order by p.property_id), '[]')
      from property p where p.property_id = any (${ids}::integer[])) as properties,
    (select coalesce(jsonb_agg(jsonb_build_object('oldPropertyId', r.old_property_id, 'newPropertyId',
    r.new_property_id, 'resyndicatedDate', r.resyndicated_date)), '[]')
      from ${resyndicationChainSql(ids)} r where r.resyndication_id <> ${excludedId}) as links,
    array(select name from resyndication_type where active order by name) as types`.execute(context.db)
  const row = result.rows[0]!
  if (row.properties.length < ids.length) refuse.notFound('This property')
  return { ...row, today: context.settings.today() }
}

/** Checks a resyndication by the rules. Refuses it with all faults at once, otherwise returns it. */
export async function loadValidResyndication(
  context: AnyContext,
  body: ResyndicationBody,
  leftOut = 0,
): Promise<{ resyndication: ValidResyndication; known: ResyndicationFacts }> {
  const facts = await loadFacts(context, body, leftOut)
  const faults = getResyndicationFaults(body, facts)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  return { resyndication: body as ValidResyndication, known: facts }
}

/** SQL: the unit types that the new property receives, if it is the only new one and has none. */
export const unitTypesSql = ({ oldPropertyIds: olds, newPropertyIds: news }: ResyndicationBody) => sql`(
  select n.property_id, r.room_type_id, sum(r.count)::integer as count
  from unnest(${news}::integer[]) n (property_id)
  join property_room_type r on r.property_id = any (${olds}::integer[])
  where ${news.length === 1} and r.count > 0 and not exists (select from property_room_type x
  where x.property_id = n.property_id)
  group by n.property_id, r.room_type_id)`

/**
 * SQL: the rents that a new property takes over for unit types without rents. For each unit type, program and
 * class they have the units of all old properties, at the average rent that brings the same total, to the
 * cent. If a program has the remaining units of a unit type in every old property (null units), it has the
 * remaining units of the new one as well.
 */
export const carriedRentsSql = ({
  oldPropertyIds: olds,
  newPropertyIds: news,
  resyndicatedDate,
  carryRents,
}: ValidResyndication) => sql`(
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
    from ${unitTypesSql({ oldPropertyIds: olds, newPropertyIds: news } as ResyndicationBody)} u
      where u.property_id = n.property_id and u.room_type_id = e.room_type_id))
    and not exists (select from property_rent p where p.project_room_type_id = t.project_room_type_id)
  group by n.property_id, e.room_type_id, e.rent_type_id, e.existing_tenants)`

/** Returns the records that remain with the old properties, as sentences. */
async function loadRemaining(
  context: AnyContext,
  { oldPropertyIds }: ResyndicationBody,
  { properties }: ResyndicationFacts,
): Promise<string[]> {
  const open = await Promise.all(oldPropertyIds.map((id) => loadOpenWork(context, id)))
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
export async function loadResyndicationPlan(context: AnyContext, body: ResyndicationBody): Promise<Plan> {
  const { resyndication: sound, known: facts } = await loadValidResyndication(context, body)
  const findPropertyName = (id: number) =>
    facts.properties.find((property) => property.propertyId === id)?.propertyName ?? ''
  const [schedules, rents, unitTypes, stays] = await Promise.all([
    loadEndingSchedules(context, sound.oldPropertyIds, sound.resyndicatedDate),
    sql<
      Plan['carries'][number] & { fromIds: number[] }
    >`select c.property_id, c.from_ids, y.name as unit_type, c.rent, c.utility_allowance
      from ${carriedRentsSql(sound)} c join room_type y using (room_type_id)
      order by c.property_id, y.bedrooms, y.name, c.rent`.execute(context.db),
    sql<{
      propertyId: number
      unitType: string
      count: number
    }>`select u.property_id, y.name as unit_type, u.count
      from ${unitTypesSql(sound)} u join room_type y using (room_type_id)
      order by y.bedrooms, y.name`.execute(context.db),
    loadRemaining(context, sound, facts),
  ])
  return {
    ends: schedules.map(({ propertyId, taskTypeId, tasks }) => ({
      propertyId,
      propertyName: findPropertyName(propertyId),
      tasks,
      task: `${getTaskTypeLabel(taskTypeId)}${tasks > 0 ? `, ${plural(tasks, 'open task goes', 'open tasks go')}` : ''}`,
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
