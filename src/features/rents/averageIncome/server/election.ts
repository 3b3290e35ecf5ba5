import { sql } from 'kysely'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadSettingValues } from '#core/platform/settings/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AverageIncomeResult, AverageIncomeTest, type Designation } from '../model/entities.ts'
import { OVER_INCOME } from '../model/mails.ts'
import { checkDesignations, type SentUnit, type UnitType } from '../model/rules.ts'
import { testSettings } from '../model/settings.ts'
import { getAverageIncome, getIncomeLimit, isOverIncome, type TestLimits } from '../model/test.ts'

/** A property's designations with the data they are tested by. */
export type ElectionFacts = {
  propertyId: number
  name: string
  managementCompanyId: number | null
  elected: boolean
  totalUnits: number | null
  unitTypes: UnitType[]
  units: Designation[]
  /** The id of the newest result; 0 without one. */
  version: number
  limits: TestLimits
}

/**
 * Loads the designations of a property; not found (404) if the caller may not see it. Runs two SQL
 * statements, not counting those for the settings.
 */
export async function loadElection(context: AnyContext, propertyId: number): Promise<ElectionFacts> {
  const result = await sql<Omit<ElectionFacts, 'limits'>>`
    select p.property_id, p.name, p.management_company_id, p.average_income_test as elected, p.total_units,
      (select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', r.project_room_type_id, 'name',
      t.name, 'bedrooms', t.bedrooms,
          'count', r.count) order by t.bedrooms, t.name), '[]')
        from property_room_type r join room_type t using (room_type_id)
        where r.property_id = p.property_id) as unit_types,
      coalesce((select max(average_income_result_id) from average_income_result r
      where r.property_id = p.property_id), 0) as version
    from property p where p.property_id = ${propertyId}`.execute(context.db)
  const property = result.rows[0] ?? refuse.notFound('This property')
  const units = await context.db
    .selectFrom('averageIncomeTest')
    .selectAll()
    .where('propertyId', '=', propertyId)
    // In natural order: building by building, and unit 2 before unit 10.
    .orderBy(
      sql`bin nulls first, nullif(regexp_replace(unit, '\\D', '', 'g'), '')::numeric nulls first,
        lower(unit)`,
    )
    .execute()
  const { mostAverage, leastShare, overIncome } = testSettings
  return {
    ...property,
    units,
    limits: await loadSettingValues(context, { mostAverage, leastShare, overIncome }),
  }
}

/**
 * Loads the designations for a change. Locks them, so that changes of a property run one at a time, and
 * refuses if average income was not elected.
 */
export async function lockElection(context: AnyContext, propertyId: number): Promise<ElectionFacts> {
  await sql`select pg_advisory_xact_lock(hashtext('average income'), ${propertyId}::integer)`.execute(
    context.db,
  )
  const election = await loadElection(context, propertyId)
  if (!election.elected)
    refuse.rule(
      `${election.name} has not elected the average income test. The agency says so among the property’s details.`,
    )
  return election
}

/** A unit as it will be stored, with the day since which its household is over income. */
export type CheckedUnit = SentUnit & Pick<Designation, 'overIncomeSince'>

/**
 * Checks the units of a property before they are stored, and adds the day since which a household is over
 * income. Stores the test's result and mails the reminder of the next available unit, once per household.
 */
export async function checkAndStoreResult(
  context: AnyContext,
  election: ElectionFacts,
  units: readonly SentUnit[],
): Promise<CheckedUnit[]> {
  const faults = checkDesignations(units, election)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  const before = new Map(election.units.map((unit) => [unit.averageIncomeTestId, unit]))
  const stamped = units.map((unit) => {
    const over = isOverIncome(unit as Designation, election.limits)
    const since = before.get(unit.averageIncomeTestId)?.overIncomeSince ?? context.settings.today()
    return { ...unit, overIncomeSince: over ? since : null, nextUnit: over ? (unit.nextUnit ?? null) : null }
  })
  await storeResult(context, election, stamped as Designation[])
  const wasNotified = (unit: CheckedUnit) =>
    unit.overIncomeSince === null || before.get(unit.averageIncomeTestId)?.overIncomeSince
  const newlyOverIncome = stamped.filter((unit) => !wasNotified(unit))
  if (newlyOverIncome.length > 0) await mailNewlyOverIncome(context, election, newlyOverIncome)
  return stamped
}

async function storeResult(
  context: AnyContext,
  { propertyId, totalUnits, limits }: ElectionFacts,
  units: readonly Designation[],
) {
  const { group, average, holds, removed, groupHolds, overIncome } = getAverageIncome(
    units,
    totalUnits,
    limits,
  )
  await insertRow(context, AverageIncomeResult, {
    propertyId,
    createdAt: context.services.now().toISOString(),
    createdBy: context.actor.userId,
    units: group.length,
    average,
    holds,
    groupHolds,
    removed: removed.map(({ unit }) => unit).join(', ') || null,
    overIncome: overIncome.length,
  })
}

async function mailNewlyOverIncome(
  context: AnyContext,
  { propertyId, managementCompanyId, limits }: ElectionFacts,
  units: readonly CheckedUnit[],
): Promise<void> {
  const mailSubject = {
    propertyId,
    filedCompanyId: managementCompanyId,
    submittedById: null,
    reviewerId: null,
  }
  const { subject, of: getRecipients } = await loadRecordPeople(context, mailSubject)
  const describe = (unit: CheckedUnit) =>
    `${unit.unit} (${unit.tenantIncomePercent}% of the median, the limit is ${getIncomeLimit(unit as Designation, limits)}%)`
  await sendEventMail(context, {
    event: OVER_INCOME,
    entity: AverageIncomeTest.name,
    rowId: propertyId,
    propertyId,
    recipientsOf: getRecipients,
    values: {
      about: subject,
      units: units.map(describe).join(', '),
      link: `${context.services.config.publicUrl}/#/EditProject/${propertyId}?tab=Average%20income`,
    },
  })
}
