import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/contentCalls.ts'
import type { PropertyRent, PropertyRoomType } from '../model/entities.ts'
import { getRentUnitFaults, getRoomTypeFaults } from '../model/rules.ts'
import { refuseDecidedRent } from './decidedRents.ts'
import { readProperty } from './property.ts'

type Values = Record<string, unknown>
type RoomType = Row<typeof PropertyRoomType>
type Rent = Row<typeof PropertyRent>
type RentLine = z.infer<typeof calls.getProjectAllRents.answer>[number]

/** Refuses to move a row to another property. */
function refuseOtherProperty(values: Values, propertyId: unknown): void {
  if (values.propertyId !== undefined && values.propertyId !== propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: this belongs to another property.' }])
}

const roomTypeHandlers = serveController(calls.roomTypes, {
  before: async (_, values, present) => {
    if (present) refuseOtherProperty(values, present.propertyId)
    const faults = getRoomTypeFaults({
      count: 0,
      specialNeedsCount: 0,
      vacantCount: null,
      ...present,
      ...values,
    } as RoomType)
    if (faults.length > 0) refuse.rule('There is a problem', faults)
    return values
  },
  beforeRemove: async ({ db }, present) => {
    const { rents } = await db
      .selectFrom('propertyRent')
      .select((f) => f.fn.countAll<number>().as('rents'))
      .where('projectRoomTypeId', '=', (present as RoomType).projectRoomTypeId)
      .executeTakeFirstOrThrow()
    if (rents > 0) refuse.rule(`This unit type has ${plural(rents, 'rent', 'rents')}. Remove them first.`)
  },
})

/** Refuses a second rent of the same unit type, rent type and class from the same day. */
async function refuseTakenDay(context: AnyContext, rent: Rent): Promise<void> {
  const existingRent = await context.db
    .selectFrom('propertyRent')
    .select('propertyRentId')
    .where('projectRoomTypeId', '=', rent.projectRoomTypeId)
    .where('effectiveDate', '=', rent.effectiveDate)
    .where('rentTypeId', 'is not distinct from', rent.rentTypeId ?? null)
    .where('existingTenants', '=', rent.existingTenants ?? false)
    .where('propertyRentId', '<>', rent.propertyRentId ?? 0)
    .executeTakeFirst()
  const day = formatDate(rent.effectiveDate, 'MM/DD/YYYY')
  if (existingRent)
    refuse.rule('There is a problem', [
      { field: 'effectiveDate', message: `Effective: this unit type has such a rent from ${day} already.` },
    ])
}

/**
 * Refuses a rent if the rents in force on its day would together apply to more units than there are, or if
 * two of them would leave their number of units open.
 */
async function refuseUnits(context: AnyContext, rent: Rent, count: number): Promise<void> {
  const result = await sql<{ units: number | null; name: string | null }>`
    select s.units, t.name from rent_in_force(${rent.effectiveDate}) e
    join property_rent s using (property_rent_id)
    left join rent_type t on t.rent_type_id = e.rent_type_id
    where e.project_room_type_id = ${rent.projectRoomTypeId}
    and s.property_rent_id <> ${rent.propertyRentId ?? 0}
      and (e.rent_type_id, e.existing_tenants) is distinct from (${rent.rentTypeId ?? null}::integer,
      ${rent.existingTenants ?? false}::boolean)`.execute(context.db)
  const faults = getRentUnitFaults({ units: rent.units ?? null, count }, result.rows)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
}

/**
 * Checks a rent before it is stored: its amounts are not negative, it belongs to the property of its unit
 * type, and it does not conflict with other rents.
 */
async function checkRent(context: AnyContext, values: Values, present: Values | null): Promise<Values> {
  const rent = { ...present, ...values } as Rent
  for (const [field, label] of [
    ['rent', 'Monthly rent'],
    ['utilityAllowance', 'Utility allowance'],
  ] as const)
    if (rent[field] < 0) refuse.invalid([{ field, message: `${label}: enter 0 or more.` }])
  if (present) await refuseDecidedRent(context, present as Rent, values as Partial<Rent>)
  const placingFields = ['projectRoomTypeId', 'effectiveDate', 'rentTypeId', 'existingTenants', 'units']
  if (present && placingFields.every((field) => values[field] === undefined)) {
    refuseOtherProperty(values, present.propertyId)
    return values
  }
  const roomType = await context.db
    .selectFrom('propertyRoomType')
    .select(['propertyId', 'count'])
    .where('projectRoomTypeId', '=', rent.projectRoomTypeId ?? 0)
    .executeTakeFirst()
  if (!roomType)
    return refuse.invalid([{ field: 'projectRoomTypeId', message: 'Unit type: choose one of the property.' }])
  refuseOtherProperty({ propertyId: rent.propertyId }, roomType.propertyId)
  if (rent.effectiveDate) {
    await refuseTakenDay(context, rent)
    await refuseUnits(context, rent, roomType.count)
  }
  return { ...values, propertyId: roomType.propertyId }
}

/** Loads the rents of a property that match `condition`, by unit type, newest first. */
async function loadRentLines(
  context: AnyContext,
  propertyId: number,
  condition: RawBuilder<unknown>,
): Promise<RentLine[]> {
  await readProperty(context, propertyId)
  const result = await sql<RentLine>`
    select e.*, t.name as room_type_name, t.bedrooms, r.count, y.name as rent_type_name,
    i.units as units_held, i.utility_allowance as allowance_in_force,
      case when i.property_rent_id is not null then 'In force'
      when e.effective_date > ${context.settings.today()} then 'To come' else 'Past' end as standing
    from property_rent e
    join property_room_type r using (project_room_type_id)
    join room_type t using (room_type_id)
    left join rent_type y on y.rent_type_id = e.rent_type_id
    left join rent_in_force(${context.settings.today()}) i on i.property_id = e.property_id
    and i.property_rent_id = e.property_rent_id
    where e.property_id = ${propertyId} and ${condition}
    order by t.bedrooms, t.name, y.rent_type_id nulls first, e.existing_tenants desc,
    e.effective_date desc`.execute(context.db)
  return result.rows
}

/**
 * Computes the gross potential rent in dollars for the months that begin on the given days, at the rents in
 * force on those days. Null if no rent is known.
 */
async function computePotentialRent(
  context: AnyContext,
  propertyId: number,
  days: readonly string[],
): Promise<number | null> {
  await readProperty(context, propertyId)
  const result = await sql<{ amount: number | null }>`
    select sum(e.units * e.rent) as amount
    from unnest(${days}::date[]) as month(first_day)
    cross join lateral rent_in_force(month.first_day) e where e.property_id = ${propertyId}`.execute(
    context.db,
  )
  return result.rows[0]?.amount ?? null
}

/** Lists the first days of the months of a quarter, or of the whole year for quarter 0. */
function getFirstDays(year: number, quarter: number): string[] {
  const [first, count] = quarter === 0 ? [1, 12] : [quarter * 3 - 2, 3]
  return Array.from(
    { length: count },
    (_, index) => `${String(year).padStart(4, '0')}-${String(first + index).padStart(2, '0')}-01`,
  )
}

/** The handlers of the calls for unit types, rents and gross potential rent. */
export const rentHandlers: Served[] = [
  ...roomTypeHandlers,
  ...serveController(calls.rents, {
    before: checkRent,
    beforeRemove: (context, present) => refuseDecidedRent(context, present as Rent),
  }),

  serve(calls.getProjectAllRents, (context) => loadRentLines(context, context.params.propertyId, sql`true`)),
  serve(calls.getProjectCurrentRents, (context) =>
    loadRentLines(context, context.params.propertyId, sql`i.units > 0`),
  ),
  serve(calls.getCurrentGrossPotentialRent, async (context) =>
    computePotentialRent(
      context,
      context.params.propertyId,
      Array.from({ length: 12 }, () => context.settings.today()),
    ),
  ),
  serve(calls.getGrossPotentialRent, (context) => {
    const { propertyId, year, quarter } = context.params
    return computePotentialRent(context, propertyId, getFirstDays(year, quarter))
  }),
]
