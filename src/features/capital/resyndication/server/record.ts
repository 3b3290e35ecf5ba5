import { sql } from 'kysely'
import { endSchedules } from '#core/portfolio/tasks/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  carriedRentsSql,
  loadValidResyndication,
  type ResyndicationBody,
  unitTypesSql,
  type ValidResyndication,
} from './plan.ts'

/** Makes concurrent resyndications wait for each other, so that their checks remain true. */
const lockResyndications = ({ db }: AnyContext) =>
  sql`select pg_advisory_xact_lock(hashtext('resyndication'))`.execute(db)

/** Stores the unit types and rents that the new properties take over. */
async function carryOver({ db }: AnyContext, sound: ValidResyndication): Promise<void> {
  // The rents are read before the unit types are inserted, because these would count as the property’s own.
  const rents = await sql<object>`select * from ${carriedRentsSql(sound)} c`.execute(db)
  if (sound.carryRents !== false)
    await sql`insert into property_room_type (property_id, room_type_id, count)
      select property_id, room_type_id, count from ${unitTypesSql(sound)} u`.execute(db)
  if (rents.rows.length === 0) return
  await sql`insert into property_rent (property_id, project_room_type_id, rent_type_id, existing_tenants,
    units, rent, utility_allowance,
      income_limit_percent, effective_date)
    select c."propertyId", t.project_room_type_id, c."rentTypeId", c."existingTenants", c.units, c.rent,
    c."utilityAllowance", c."incomeLimitPercent", ${sound.resyndicatedDate}::date
    from jsonb_to_recordset(${JSON.stringify(rents.rows)}::jsonb) c ("propertyId" integer,
    "roomTypeId" integer, "rentTypeId" integer,
      "existingTenants" boolean, units integer, rent numeric, "utilityAllowance" numeric,
      "incomeLimitPercent" integer)
    join property_room_type t on t.property_id = c."propertyId" and t.room_type_id = c."roomTypeId"`.execute(
    db,
  )
}

/**
 * Records a resyndication: links the properties, carries over rents, and ends schedules of the old ones.
 * Returns the ids of the links.
 */
export async function recordResyndication(context: AnyContext, body: ResyndicationBody): Promise<number[]> {
  await lockResyndications(context)
  const { resyndication: sound, known: planContext } = await loadValidResyndication(context, body)
  const { oldPropertyIds, newPropertyIds, resyndicationType, resyndicatedDate, note = null } = sound
  const linked = await sql<{ id: number }>`
    insert into resyndication (old_property_id, new_property_id, resyndication_type, resyndicated_date, note,
    created_by, created_at)
    select o.id, n.id, ${resyndicationType}::text, ${resyndicatedDate}::date, ${note}::text,
    ${context.actor.userId}::integer, ${context.services.now().toISOString()}::timestamptz
    from unnest(${oldPropertyIds}::integer[]) o (id) cross join unnest(${newPropertyIds}::integer[]) n (id)
    returning resyndication_id as id`.execute(context.db)
  await carryOver(context, sound)
  const names = planContext.properties
    .filter((property) => newPropertyIds.includes(property.propertyId))
    .map((property) => property.propertyName)
  const reason = `Resyndicated as ${names.join(', ')} on ${formatDate(resyndicatedDate, 'MM/DD/YYYY')}.`
  for (const propertyId of oldPropertyIds)
    await endSchedules(context, propertyId, resyndicatedDate, reason.slice(0, 1000))
  return linked.rows.map((row) => row.id)
}
