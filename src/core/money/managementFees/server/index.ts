import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { DaySpan } from '#kernel/model/years.ts'
import { serveController } from '#kernel/server/crud.ts'
import { mapInTurns } from '#kernel/server/mapInTurns.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { ManagementFeeMax, ManagementFeeType, PropertyManagementFee } from '../model/entities.ts'
import {
  computeFeeUse,
  findInForce,
  getFiscalMonths,
  getLastOfYear,
  getPropertyFeeTypes,
  type OccupiedMonth,
  type PropertyFeeType,
  parseRoundingStep,
  raiseAmount,
} from '../model/fees.ts'
import { feeSettings } from '../model/settings.ts'
import {
  type FeeRules,
  feeRulesSql,
  getChargedFeesSql,
  getCollectedRentsSql,
  occupiedMonthsSql,
} from './figures.ts'

export { type FeeRules, feeRulesSql, occupiedMonthsSql } from './figures.ts'

type Max = Row<typeof ManagementFeeMax>
type Type = Row<typeof ManagementFeeType>
type Values = Record<string, unknown>

const refuseAll = (faults: Fault[]): void => {
  if (faults.length > 0) refuse.rule('There is a problem', faults)
}

/**
 * Finds the faults of a maximum: its value must suit its type, its first day must be in its year, and no
 * other maximum of the type begins that day (`twin`).
 */
function findFaults(max: Partial<Max>, type: Type | undefined, twin: boolean): Fault[] {
  const faults: Fault[] = []
  if (!type) return [{ field: 'managementFeeTypeId', message: 'Fee type: choose one from the list.' }]
  const [requiredField, other] =
    type.basis === 'Percent of collected rent'
      ? (['percent', 'amount'] as const)
      : (['amount', 'percent'] as const)
  const label = { amount: 'Amount', percent: 'Percent' }
  if (max[requiredField] === null || max[requiredField] === undefined)
    faults.push({ field: requiredField, message: `${label[requiredField]}: *Field is required` })
  else if (max[requiredField] < 0)
    faults.push({ field: requiredField, message: `${label[requiredField]}: Enter 0 or more.` })
  if (max[other] !== null && max[other] !== undefined)
    faults.push({ field: other, message: `${label[other]}: ${type.name} has none.` })
  if (max.effectiveDate && Number(max.effectiveDate.slice(0, 4)) !== max.year)
    faults.push({ field: 'effectiveDate', message: `In force from: this is no day of ${max.year}.` })
  if (twin)
    faults.push({
      field: 'effectiveDate',
      message: 'In force from: a maximum of this type begins that day. Change that one.',
    })
  return faults
}

async function beforeMaximum(context: AnyContext, values: Values, present: Values | null): Promise<Values> {
  const before = present as Max | null
  const max: Partial<Max> = { ...before, ...values }
  if (!max.year) return values
  if (!max.effectiveDate || (before && values.year !== undefined && values.effectiveDate === undefined))
    max.effectiveDate = `${max.year}-01-01`
  const typeId = max.managementFeeTypeId ?? 0
  const { db } = context
  const type = await db
    .selectFrom('managementFeeType')
    .selectAll()
    .where('managementFeeTypeId', '=', typeId)
    .executeTakeFirst()
  const twin = await db
    .selectFrom('managementFeeMax')
    .select('managementFeeMaxId')
    .where('effectiveDate', '=', max.effectiveDate)
    .where('managementFeeTypeId', '=', typeId)
    .where('managementFeeMaxId', '<>', before?.managementFeeMaxId ?? 0)
    .executeTakeFirst()
  refuseAll(findFaults(max, type, twin !== undefined))
  return { ...values, effectiveDate: max.effectiveDate }
}

/** Refuses a second fee type of the same name, and another basis for a type that already has maxima. */
async function beforeType({ db }: AnyContext, values: Values, present: Values | null): Promise<Values> {
  const before = present as Type | null
  const result = await sql`select 1 from management_fee_type where lower(name) = lower(${values.name ?? ''})
    and management_fee_type_id <> ${before?.managementFeeTypeId ?? 0}`.execute(db)
  if (result.rows.length > 0)
    refuseAll([{ field: 'name', message: 'Name: this type is on the list already.' }])
  if (before && values.basis !== undefined && values.basis !== before.basis) {
    const used = await db
      .selectFrom('managementFeeMax')
      .select('year')
      .where('managementFeeTypeId', '=', before.managementFeeTypeId)
      .executeTakeFirst()
    if (used) refuseAll([{ field: 'basis', message: 'Counted by: there are maxima of this type.' }])
  }
  return values
}

/** Refuses to move a fee type to another property, and a second one on the same day. */
async function beforePropertyFee(
  { db }: AnyContext,
  values: Values,
  present: Values | null,
): Promise<Values> {
  const kind = { ...present, ...values } as Partial<Row<typeof PropertyManagementFee>>
  if (present && kind.propertyId !== present.propertyId)
    refuseAll([{ field: 'propertyId', message: 'Property: this record stays with its property.' }])
  const twin = await sql`select 1 from property_management_fee where property_id = ${kind.propertyId ?? 0}
    and effective_date = ${kind.effectiveDate ?? null}::date
    and property_management_fee_id <> ${kind.propertyManagementFeeId ?? 0}`.execute(db)
  if (twin.rows.length > 0)
    refuseAll([{ field: 'effectiveDate', message: 'From: another kind begins that day. Change that one.' }])
  return values
}

/**
 * Creates the maxima of a year from those at the end of the prior year: amounts are raised, percents are
 * copied. All or nothing.
 */
async function raiseMaxima(context: AnyContext, year: number, ocafPercent: number): Promise<Max[]> {
  const { db } = context
  const maxima = await db
    .selectFrom('managementFeeMax')
    .selectAll()
    .where('year', 'in', [year - 1, year])
    .execute()
  if (maxima.some((item) => item.year === year))
    refuseAll([{ field: 'year', message: `Year: ${year} has maxima already. Change them in the table.` }])
  if (maxima.length === 0)
    refuseAll([{ field: 'year', message: `Year: there are no maxima of ${year - 1} to raise.` }])
  const step = parseRoundingStep(await context.settings.get(feeSettings.rounding))
  return db
    .insertInto('managementFeeMax')
    .values(
      getLastOfYear(maxima, year - 1).map(({ managementFeeTypeId, amount, percent }) => ({
        year,
        managementFeeTypeId,
        amount: amount === null ? null : raiseAmount(amount, ocafPercent, step),
        percent,
        ocafPercent: amount === null ? null : ocafPercent,
        effectiveDate: `${year}-01-01`,
        source: amount === null ? `As in ${year - 1}` : `${year - 1} raised by OCAF`,
      })),
    )
    .returningAll()
    .execute()
}

type ComputedField =
  | 'occupiedUnitMonths'
  | 'allowed'
  | 'perUnitMonth'
  | 'perUnitMaximum'
  | 'excess'
  | 'missing'
  | 'judgedBy'
type FeeRow = Omit<calls.FeeUseLine, ComputedField> & {
  months: OccupiedMonth[] | null
  collected: number | null
  basis: FeeRules
}

/** Loads properties with their fee use in one statement. The months are those of the fiscal year. */
async function loadFeeUse(
  context: AnyContext,
  year: number,
  propertyId: number | undefined,
): Promise<calls.FeeUseLine[]> {
  const result = await sql<FeeRow>`
    select p.property_id, p.name as property_name, p.agency_number, c.name as management_company_name,
    p.owner_managed,
      p.total_units, y.first::text as first, y.last::text as last, f.charged, r.collected,
      ${occupiedMonthsSql(sql`p.property_id`, sql`y.first`, sql`y.last`)} as months,
      ${feeRulesSql(sql`p.property_id`)} as basis
    from property p
    left join management_company c on c.management_company_id = p.management_company_id
    left join (select property_id, sum(amount)::numeric as charged, min(first) as first, max(last) as last
      from ${getChargedFeesSql(year)} statement group by property_id) f on f.property_id = p.property_id
    cross join lateral (select coalesce(f.first, (b.ends - interval '11 months')::date) as first,
        coalesce(f.last, (b.ends + interval '1 month - 1 day')::date) as last
      from (select make_date(${year}::integer, coalesce(p.fiscal_year_end_month, 12), 1) as ends) b) y
    left join (select property_id, sum(amount)::numeric as collected
    from ${getCollectedRentsSql(year)} statement
      group by property_id) r on r.property_id = p.property_id
    where ${propertyId === undefined ? sql`p.status_id in (${sqlPropertyStatus.Active}, ${sqlPropertyStatus.Inactive})` : sql`p.property_id = ${propertyId}`}
    order by lower(p.name), p.property_id`.execute(context.db)
  if (propertyId !== undefined && result.rows.length === 0) refuse.notFound('This property')
  return mapInTurns(result.rows, ({ months, collected, basis, ...line }) => {
    const kinds = getPropertyFeeTypes(basis)
    const { totalUnits: units, charged, first, last } = line
    const figures = { year, period: getFiscalMonths({ first, last }), units, months, collected, charged }
    return {
      ...line,
      judgedBy: getTypeNames({ first, last }, basis.types, kinds),
      ...computeFeeUse({ ...figures, maxima: basis.maxima, kinds }),
    }
  })
}

/** The names of the fee types that applied in a period. */
function getTypeNames(
  { first, last }: DaySpan,
  types: FeeRules['types'],
  kinds: readonly PropertyFeeType[],
): string[] {
  const firstKind = findInForce(kinds, first)
  const later = kinds.filter(({ effectiveDate }) => effectiveDate > first && effectiveDate <= last)
  const getName = (kind: PropertyFeeType) =>
    types.find((type) => type.managementFeeTypeId === kind.managementFeeTypeId)?.name ?? ''
  return [...(firstKind ? [firstKind] : []), ...later].map(getName)
}

/** Every call that the management fees module answers. */
export const served: Served[] = [
  ...serveController(calls.feeMaxima, {
    before: beforeMaximum,
    beforeRemove: async ({ settings }, { effectiveDate }) => {
      if ((effectiveDate as string) <= settings.today())
        refuse.rule('A maximum in force stays. Change it, or enter another from a later day.')
    },
  }),
  ...serveController(calls.feeTypes, { before: beforeType }),
  ...serveController(calls.propertyFees, { before: beforePropertyFee }),

  serve(calls.getByYear, ({ db, params }) =>
    db
      .selectFrom('managementFeeMax as m')
      .innerJoin('managementFeeType as t', 't.managementFeeTypeId', 'm.managementFeeTypeId')
      .selectAll('m')
      .select(['t.name as typeName', 't.basis'])
      .where('m.year', '=', params.year)
      .orderBy('m.managementFeeTypeId')
      .orderBy('m.effectiveDate')
      .execute(),
  ),
  serve(calls.getUsedMgmtFee, async (context) => {
    const { propertyId, year } = context.params
    const [line] = await loadFeeUse(context, year, propertyId)
    return line?.perUnitMonth ?? 0
  }),
  serve(calls.getFeeUse, async (context) => ({
    rows: await loadFeeUse(context, context.params.year, context.query.propertyId),
    refundDays: await context.settings.get(feeSettings.refundDays),
  })),
  serve(calls.raiseFees, (context) => raiseMaxima(context, context.body.year, context.body.ocafPercent)),
  serve(calls.getRounding, async ({ settings }) =>
    parseRoundingStep(await settings.get(feeSettings.rounding)),
  ),
]
