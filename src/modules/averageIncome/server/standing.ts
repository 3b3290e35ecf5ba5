import { sql } from 'kysely'
import { circleOf } from '#ground/contacts/server/index.ts'
import { sendEventMail } from '#ground/mailTemplates/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lastChange } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AverageIncomeTest, type Designation } from '../model/entities.ts'
import { OVER_INCOME } from '../model/mails.ts'
import { designationFaults, type SentUnit, type UnitType } from '../model/rules.ts'
import { testSettings } from '../model/settings.ts'
import { averageIncomeOf, isOverIncome, type TestLimits } from '../model/test.ts'
import './tables.ts'

/** A property's designations with what they are judged by. */
export type Standing = {
  propertyId: number
  name: string
  elected: boolean
  totalUnits: number | null
  unitTypes: UnitType[]
  units: Designation[]
  /** The newest result; 0 without one. */
  version: number
  limits: TestLimits
}

/** What the agency has set for the test. */
async function limitsOf({ settings }: AnyContext): Promise<TestLimits> {
  const { mostAverage, leastShare, overIncome } = testSettings
  return {
    mostAverage: await settings.get(mostAverage),
    leastShare: await settings.get(leastShare),
    overIncome: await settings.get(overIncome),
  }
}

/** The designations of a property in one statement; 404 out of scope. */
export async function standingOf(context: AnyContext, propertyId: number): Promise<Standing> {
  const found = await sql<Omit<Standing, 'limits'>>`
    select p.property_id, p.name, p.average_income_test as elected, p.total_units,
      (select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', r.project_room_type_id, 'name', t.name, 'bedrooms', t.bedrooms,
          'count', r.count) order by t.bedrooms, t.name), '[]')
        from property_room_type r join room_type t using (room_type_id) where r.property_id = p.property_id) as unit_types,
      coalesce((select max(average_income_result_id) from average_income_result r where r.property_id = p.property_id), 0) as version
    from property p where p.property_id = ${propertyId}`.execute(context.db)
  const property = found.rows[0] ?? refuse.notFound('This property')
  const units = await context.db
    .selectFrom('averageIncomeTest')
    .selectAll()
    .where('propertyId', '=', propertyId)
    // As people count: 2 before 10, building by building.
    .orderBy(sql`bin nulls first, nullif(regexp_replace(unit, '\\D', '', 'g'), '')::numeric nulls first, lower(unit)`)
    .execute()
  return { ...property, units, limits: await limitsOf(context) }
}

/** The same for a change: one at a time for each property, and only where average income was elected. */
export async function standingToChange(context: AnyContext, propertyId: number): Promise<Standing> {
  await sql`select pg_advisory_xact_lock(hashtext('average income'), ${propertyId}::integer)`.execute(context.db)
  const standing = await standingOf(context, propertyId)
  if (!standing.elected)
    refuse.rule(
      `${standing.name} has not elected the average income test. The agency says so among the property’s details.`,
    )
  return standing
}

/** Refuses a change made on an older state of the designations than the present one (409). */
export async function refuseOlder(
  context: AnyContext,
  standing: Standing,
  seen: number | null | undefined,
): Promise<void> {
  if (seen === null || seen === undefined || seen === standing.version) return
  const changed = await sql<{ id: number }>`select row_id as id from audit_log where table_name = 'average_income_test'
    and property_id = ${standing.propertyId} order by changed_at desc limit 1`.execute(context.db)
  refuse.conflict(await lastChange(context, AverageIncomeTest.table, changed.rows[0]?.id ?? 0))
}

/** A unit as it will be stored, and since when its household is over income. */
export type Stamped = SentUnit & Pick<Designation, 'overIncomeSince'>

/**
 * The units of a property as they will stand: checked, with the day since when a household is over income. Keeps what the
 * test comes to, and mails the reminder of the next available unit, once for each household.
 */
export async function settle(context: AnyContext, standing: Standing, units: readonly SentUnit[]): Promise<Stamped[]> {
  const faults = designationFaults(units, standing)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  const before = new Map(standing.units.map((unit) => [unit.averageIncomeTestId, unit]))
  const stamped = units.map((unit) => {
    const over = isOverIncome(unit as Designation, standing.limits)
    const since = before.get(unit.averageIncomeTestId)?.overIncomeSince ?? context.settings.today()
    return { ...unit, overIncomeSince: over ? since : null, nextUnit: over ? (unit.nextUnit ?? null) : null }
  })
  await keepResult(context, standing, stamped as Designation[])
  const told = (unit: Stamped) => unit.overIncomeSince === null || before.get(unit.averageIncomeTestId)?.overIncomeSince
  const newly = stamped.filter((unit) => !told(unit))
  if (newly.length > 0) await mailNewly(context, standing, newly)
  return stamped
}

async function keepResult(
  context: AnyContext,
  { propertyId, totalUnits, limits }: Standing,
  units: readonly Designation[],
) {
  const { group, average, holds, removed, groupHolds, overIncome } = averageIncomeOf(units, totalUnits, limits)
  await context.db
    .insertInto('averageIncomeResult')
    .values({
      propertyId,
      createdAt: context.services.now().toISOString(),
      createdBy: context.actor.userId,
      units: group.length,
      average,
      holds,
      removed: removed.map((unit) => unit.unit).join(', ') || null,
      groupHolds,
      overIncome: overIncome.length,
    })
    .execute()
}

async function mailNewly(
  context: AnyContext,
  { propertyId, limits }: Standing,
  units: readonly Stamped[],
): Promise<void> {
  const managed = await context.db
    .selectFrom('property')
    .select('managementCompanyId')
    .where('propertyId', '=', propertyId)
    .executeTakeFirstOrThrow()
  const concerned = { filedCompanyId: managed.managementCompanyId, submittedById: null, reviewerId: null }
  const { subject, of } = await circleOf(context, { propertyId, ...concerned })
  await sendEventMail(context, {
    event: OVER_INCOME,
    entity: AverageIncomeTest.name,
    rowId: propertyId,
    propertyId,
    recipientsOf: of,
    values: {
      about: subject,
      units: units
        .map(
          (unit) => `${unit.unit} (${unit.tenantIncomePercent}% of the median, the limit is ${limitOf(unit, limits)}%)`,
        )
        .join(', '),
      link: `${context.services.config.publicUrl}/#/EditProject/${propertyId}?tab=Average%20income`,
    },
  })
}

const limitOf = ({ designatedPercent }: Stamped, { mostAverage }: TestLimits): number =>
  Math.max(mostAverage, designatedPercent ?? 0)
