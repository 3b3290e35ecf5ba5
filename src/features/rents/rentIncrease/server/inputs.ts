import { sql } from 'kysely'
import { loadSettingValues } from '#core/platform/settings/server/index.ts'
import { type BlockingFinding, blockingFindingsSql } from '#core/portfolio/findings/server/index.ts'
import type { NonComplianceState } from '#core/portfolio/properties/model/index.ts'
import { nonComplianceSql } from '#core/portfolio/properties/server/index.ts'
import { dueRuleSettings } from '#core/portfolio/tasks/model/index.ts'
import { designationsSql, lastAverageSql } from '#features/rents/averageIncome/server/index.ts'
import {
  type PublishedColumns,
  publishedFiguresSql,
  toPublishedFigures,
} from '#features/shared/grossRents/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { addDays, agencyDay } from '#kernel/model/dates.ts'
import type { Setting } from '#kernel/model/setting.ts'
import { isDecided, isOpen, RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import {
  type Caps,
  computePercentIncrease,
  getElderlyCap,
  RentIncreaseType,
  rentIncreaseTypes,
} from '../model/arithmetic.ts'
import type { IncreaseRow } from '../model/increases.ts'
import { getLineLimit, type Inputs, type Line, sumMonthlyRents } from '../model/rows.ts'
import { rentIncreaseSettings as rules } from '../model/settings.ts'
import { getWindowOn } from '../model/window.ts'
import { getFilingAnswers, getPortalAnswers } from './sources.ts'

/** Returns the highest percents by which rents may rise on a day, for the property's housing type. */
async function loadCapsOn(
  { settings }: Pick<AnyContext, 'settings'>,
  day: string,
  housingType: string,
): Promise<Caps> {
  const on = (setting: Setting<number>): Promise<number> => settings.getOn(day, setting)
  const suggested =
    housingType === 'Elderly'
      ? getElderlyCap(await on(rules.costOfLiving), await on(rules.seniorFloor))
      : await on(rules.autoCap)
  return { suggestedIncreasePercent: suggested, maxRentIncreasePercent: await on(rules.budgetCap) }
}

/** Returns the caps that apply in a year, each with the day from which it applies. */
export async function getCapsOfYear(context: AnyContext, year: number) {
  const keys = [rules.autoCap, rules.budgetCap, rules.costOfLiving, rules.seniorFloor].map(({ key }) => key)
  const changed = await sql<{ day: string }>`
    select distinct effective_from as day from setting where key = any (${keys})
      and effective_from between ${`${year}-01-02`} and ${`${year}-12-31`} order by 1`.execute(context.db)
  const days = [`${year}-01-01`, ...changed.rows.map((row) => row.day)]
  const lines = await Promise.all(
    days.map(async (from) => {
      const family = await loadCapsOn(context, from, 'Family')
      const elderly = await loadCapsOn(context, from, 'Elderly')
      const percents = {
        1: family.suggestedIncreasePercent,
        2: family.maxRentIncreasePercent,
        3: elderly.suggestedIncreasePercent,
      }
      return Object.values(RentIncreaseType).map((type) => ({
        rentIncreaseTypeId: type,
        label: rentIncreaseTypes[type] ?? '',
        percent: percents[type],
        from,
      }))
    }),
  )
  // Drops the days on which the percent of a type stays as it was.
  return lines
    .flat()
    .filter(
      (line, index, all) =>
        all.slice(0, index).findLast((other) => other.rentIncreaseTypeId === line.rentIncreaseTypeId)
          ?.percent !== line.percent,
    )
}

type PropertyFactsRow = PublishedColumns & {
  housingType: string
  fiscalYearEndMonth: number
  extendedUseDate: string | null
  nonComplianceState: NonComplianceState
  /** Findings that block requests, the most severe first. */
  findings: BlockingFinding[]
  /** The newest result of the average income test; null without one. */
  average: { holds: boolean; average: number | null } | null
  designations: Inputs['designations']
  /** The day from which the newest rents in force apply, or from which approved ones will. */
  lastIncrease: string | null
  unitTypes: Inputs['unitTypes']
  rentTypes: Inputs['rentTypes']
  elsewhere: { label: string; units: number }[]
}

/**
 * Loads in one statement the facts about the property that the rules of a request use: its kind, findings,
 * tests, unit types, rents and the figures published on the first day of the new rents. Row security
 * applies, so a company that lost the property gets only facts it may still read.
 */
async function loadPropertyFacts(
  { db, settings }: AnyContext,
  propertyId: number,
  rentsFrom: string,
): Promise<PropertyFactsRow> {
  const today = settings.today()
  const result = await sql<PropertyFactsRow>`
    select coalesce(p.housing_type, 'Family') as housing_type, coalesce(p.fiscal_year_end_month,
    12) as fiscal_year_end_month,
      c.name as county_name, p.extended_use_date, ${nonComplianceSql()} as non_compliance_state,
      ${blockingFindingsSql(sql`p.property_id`)} as findings,
      ${designationsSql} as designations, ${lastAverageSql} as average,
      greatest(
        (select max(e.effective_date) from rent_in_force(${today}) e left
        join rent_type t using (rent_type_id)
          where e.property_id = p.property_id and e.units > 0 and not coalesce(t.set_elsewhere, false)),
        (select max(h.rent_effective_date) from rent_increase_request_header h
          where h.property_id = p.property_id and h.status_id = ${sqlStatus.APPROVED}
          and h.rents_posted is null)) as last_increase,
      (select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', r.project_room_type_id, 'name',
      t.name,
          'bedrooms', t.bedrooms, 'count', r.count, 'allowance', a.amount) order by t.bedrooms, t.name), '[]')
        from property_room_type r join room_type t using (room_type_id)
        left join utility_allowance_on(${today}) a on a.property_id = r.property_id
        and a.project_room_type_id = r.project_room_type_id
        where r.property_id = p.property_id) as unit_types,
      (select jsonb_agg(jsonb_build_object('rentTypeId', t.rent_type_id, 'name', t.name, 'medianPercent',
      t.median_percent,
          'fairMarket', t.fair_market, 'setElsewhere', t.set_elsewhere) order by t.rent_type_id)
          from rent_type t) as rent_types,
      (select coalesce(jsonb_agg(jsonb_build_object('label', o.name || ', ' || t.name, 'units', e.units)
      order by o.bedrooms), '[]')
        from rent_in_force(${today}) e join rent_type t using (rent_type_id)
        join room_type o on o.room_type_id = e.room_type_id
        where e.property_id = p.property_id and t.set_elsewhere) as elsewhere,
      i.income_year, i.incomes, f.fair_market_year, f.fair_market
    from (select ${propertyId}::integer as property_id) asked left join property p using (property_id) left
    join county c using (county_id)
    ${publishedFiguresSql(sql`${rentsFrom}::date`)}`.execute(db)
  return result.rows[0]!
}

/**
 * Loads the rows of a request; for a request that is not stored yet (id 0) one row per rent in force.
 * Companies do not get approved rents and reasons before the decision.
 */
async function loadLines({ db, settings, actor }: AnyContext, row: IncreaseRow): Promise<Line[]> {
  const id = row.rentIncreaseRequestHeaderId
  if (id === 0) {
    const result =
      await sql<Line>`select 0 as room_rent_increase_request_id, 0 as rent_increase_request_header_id,
      ${row.propertyId}::integer as property_id, row_number() over (order by b.bedrooms, b.name,
      l.rent_type_id) as position, null as client_key,
      null as filed_company_id, null as number_of_existing_tenants, null as confirmed_rent,
      null as adjusted_rent, null as approved_rent,
      null as lower_reason, null as median_max_rent, l.*
      from (${sqlRowsFromRents(row.propertyId, settings.today())}) l
      join property_room_type r using (project_room_type_id) join room_type b using (room_type_id)`.execute(
        db,
      )
    return result.rows
  }
  const lines = await db
    .selectFrom('roomRentIncreaseRequest')
    .selectAll()
    .where('rentIncreaseRequestHeaderId', '=', id)
    .orderBy(sql`project_room_type_rent_id is null`)
    .orderBy('position')
    .orderBy('roomRentIncreaseRequestId')
    .execute()
  if (isAgency(actor) || isDecided(row.statusId)) return lines as Line[]
  return lines.map((line) => ({ ...line, approvedRent: null, lowerReason: null })) as Line[]
}

/** Gives the rows of a draft the utility allowances that are approved now, in place of earlier input. */
function applyApprovedAllowances(
  row: IncreaseRow,
  lines: readonly Line[],
  unitTypes: Inputs['unitTypes'],
): readonly Line[] {
  if (row.statusId !== RequestStatus.NOT_SUBMITTED) return lines
  const approved = new Map(unitTypes.map((unitType) => [unitType.projectRoomTypeId, unitType.allowance]))
  return lines.map((line) => ({
    ...line,
    utilityAllowance: approved.get(line.projectRoomTypeId ?? 0) ?? line.utilityAllowance,
  }))
}

/**
 * SQL: the property's rents in force as request rows without input. Rents that another agency sets are left
 * out.
 */
export const sqlRowsFromRents = (propertyId: number, today: string) => sql`
  select e.property_rent_id as project_room_type_rent_id, e.project_room_type_id, e.rent_type_id,
  e.existing_tenants, e.units,
    e.rent as current_rent, e.rent as requested_rent, nullif(e.utility_allowance, 0) as utility_allowance,
    e.income_limit_percent as median_percent
  from rent_in_force(${today}) e left join rent_type t using (rent_type_id)
  where e.property_id = ${propertyId} and e.units > 0 and not coalesce(t.set_elsewhere, false)`

/** Returns an empty draft request of a property that is not stored yet. */
export const createEmptyRequest = (propertyId: number): IncreaseRow =>
  ({
    rentIncreaseRequestHeaderId: 0,
    propertyId,
    statusId: RequestStatus.NOT_SUBMITTED,
    rentEffectiveDate: null,
  }) as IncreaseRow

/**
 * Loads the checklist answers that the portal can give: all of them for the agency from its review on, and
 * those about the company's own filings for the company before it submits.
 */
async function loadVisibleAnswers(
  context: AnyContext,
  row: IncreaseRow,
  figures: Awaited<ReturnType<typeof loadPropertyFacts>>,
) {
  if (isAgency(context.actor))
    return row.statusId >= RequestStatus.UNDER_REVIEW ? getPortalAnswers(context, row, figures) : []
  return row.statusId === RequestStatus.NOT_SUBMITTED ? getFilingAnswers(context, row) : []
}

/**
 * Returns the monthly totals of the rents in force, current and requested, and the percent between them
 * (RI-02). New rows are left out.
 */
function computeMonthlyTotals(lines: readonly Line[]) {
  const old = lines
    .filter((line) => line.projectRoomTypeRentId)
    .map((line) => ({ ...line, units: line.units ?? 0, current: line.currentRent }))
  const currentRents = sumMonthlyRents(old, (line) => line.current)
  const requestedRents = sumMonthlyRents(old, (line) => line.requestedRent ?? line.current)
  return {
    currentRents,
    requestedRents,
    percentIncrease: computePercentIncrease(currentRents, requestedRents),
  }
}

/**
 * Loads the facts that the screen and the rules of a request need in addition to the request. The number of
 * statements does not depend on the number of rows.
 */
export async function loadRentIncreaseFacts(context: AnyContext, row: IncreaseRow) {
  const { settings } = context
  const day = settings.today()
  const rentsFrom = row.rentEffectiveDate ?? day
  const [propertyFigures, lines] = await Promise.all([
    loadPropertyFacts(context, row.propertyId, rentsFrom),
    loadLines(context, row),
  ])
  const knownTicks = await loadVisibleAnswers(context, row, propertyFigures)
  const window = getWindowOn(
    day,
    propertyFigures.fiscalYearEndMonth,
    await settings.get(dueRuleSettings.rentWindowMonths),
  )
  const { monthsBetween, noticeDays, rollDays } = rules
  const appealDays = await settings.get(rules.appealDays)
  const figures = toPublishedFigures(propertyFigures)
  const caps = await loadCapsOn(
    context,
    row.rentEffectiveDate ?? window.rentsFrom,
    propertyFigures.housingType,
  )
  const linesWithLimits = applyApprovedAllowances(row, lines, propertyFigures.unitTypes).map((line) => ({
    ...line,
    medianMaxRent: line.medianMaxRent ?? getLineLimit(line, { ...propertyFigures, figures }),
  }))
  return {
    lines: linesWithLimits,
    ...computeMonthlyTotals(linesWithLimits),
    ...caps,
    unitTypes: propertyFigures.unitTypes,
    rentTypes: propertyFigures.rentTypes,
    elsewhere: propertyFigures.elsewhere,
    figures,
    designations: propertyFigures.designations,
    caps,
    capExempt: context.actor.isAdmin && isAgency(context.actor),
    window,
    lastIncrease: propertyFigures.lastIncrease,
    housingType: propertyFigures.housingType,
    rules: await loadSettingValues(context, { monthsBetween, noticeDays, rollDays }),
    known: knownTicks,
    appealUntil:
      row.statusId === RequestStatus.REJECTED && row.decided
        ? addDays(agencyDay(row.decided, context.services.config.agencyZone), appealDays)
        : null,
    ...(row.onHold && isOpen(row.statusId) && { statusLabel: 'On hold' }),
  }
}
