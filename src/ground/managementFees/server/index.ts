import { sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { ManagementFeeMax, ManagementFeeType } from '../model/entities.ts'
import { feeUse, type Maximum, type OccupiedMonth, raised, stepOf } from '../model/fees.ts'
import { feeSettings } from '../model/settings.ts'
import { chargedFees, occupiedUnits } from './figures.ts'
import './tables.ts'

type Max = Row<typeof ManagementFeeMax>
type Type = Row<typeof ManagementFeeType>
type Values = Record<string, unknown>

const refuseAll = (faults: Fault[]): void => {
  if (faults.length > 0) refuse.rule('There is a problem', faults)
}

/** What is wrong with a maximum: of its type's kind must be one value, of its year its first day. */
function faultsOf(max: Partial<Max>, type: Type | undefined, twin: boolean): Fault[] {
  const faults: Fault[] = []
  if (!type) return [{ field: 'managementFeeTypeId', message: 'Fee type: choose one of the list.' }]
  const [wanted, other] =
    type.basis === 'Percent of collected rent' ? (['percent', 'amount'] as const) : (['amount', 'percent'] as const)
  const label = { amount: 'Amount', percent: 'Percent' }
  if (max[wanted] === null || max[wanted] === undefined)
    faults.push({ field: wanted, message: `${label[wanted]}: *Field is required` })
  else if (max[wanted] < 0) faults.push({ field: wanted, message: `${label[wanted]}: Enter 0 or more.` })
  if (max[other] !== null && max[other] !== undefined)
    faults.push({ field: other, message: `${label[other]}: ${type.name} has none.` })
  if (max.effectiveDate && Number(max.effectiveDate.slice(0, 4)) !== max.year)
    faults.push({ field: 'effectiveDate', message: `In force from: this is no day of ${max.year}.` })
  if (twin) faults.push({ field: 'year', message: `Year: ${max.year} has a maximum of this type. Change that one.` })
  return faults
}

async function beforeMax(context: AnyContext, values: Values, present: Values | null): Promise<Values> {
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
    .where('year', '=', max.year)
    .where('managementFeeTypeId', '=', typeId)
    .where('managementFeeMaxId', '<>', before?.managementFeeMaxId ?? 0)
    .executeTakeFirst()
  refuseAll(faultsOf(max, type, twin !== undefined))
  return { ...values, effectiveDate: max.effectiveDate }
}

/** A type is one of its kind by name; what its maxima are counted by does not change under them. */
async function beforeType({ db }: AnyContext, values: Values, present: Values | null): Promise<Values> {
  const before = present as Type | null
  const named = await sql`select 1 from management_fee_type where lower(name) = lower(${values.name ?? ''})
    and management_fee_type_id <> ${before?.managementFeeTypeId ?? 0}`.execute(db)
  if (named.rows.length > 0) refuseAll([{ field: 'name', message: 'Name: this type is on the list already.' }])
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

/** Amounts of a year raised from the year before, percents taken over; all or nothing. */
async function raise(context: AnyContext, year: number, ocafPercent: number): Promise<Max[]> {
  const { db } = context
  const known = await db
    .selectFrom('managementFeeMax')
    .selectAll()
    .where('year', 'in', [year - 1, year])
    .execute()
  if (known.some((one) => one.year === year))
    refuseAll([{ field: 'year', message: `Year: ${year} has maxima already. Change them in the table.` }])
  if (known.length === 0) refuseAll([{ field: 'year', message: `Year: there are no maxima of ${year - 1} to raise.` }])
  const step = stepOf(await context.settings.get(feeSettings.rounding))
  return db
    .insertInto('managementFeeMax')
    .values(
      known.map(({ managementFeeTypeId, amount, percent }) => ({
        year,
        managementFeeTypeId,
        amount: amount === null ? null : raised(amount, ocafPercent, step),
        percent,
        ocafPercent: amount === null ? null : ocafPercent,
        effectiveDate: `${year}-01-01`,
        source: amount === null ? `As in ${year - 1}` : `${year - 1} raised by OCAF`,
      })),
    )
    .returningAll()
    .execute()
}

type Known = Omit<calls.FeeUseLine, 'occupiedUnitMonths' | 'allowed' | 'perUnitMonth' | 'excess' | 'missing'> & {
  months: OccupiedMonth[] | null
}

/** Every property with what is known of its fee, and the maxima, in two statements. */
async function useOf(context: AnyContext, year: number): Promise<calls.FeeUseLine[]> {
  const maxima = await sql<Maximum>`select m.amount, m.effective_date from management_fee_max m
    join management_fee_type t using (management_fee_type_id)
    where t.basis = 'Occupied unit month' and m.year = ${year} order by m.effective_date`.execute(context.db)
  const found = await sql<Known>`
    select p.property_id, p.name as property_name, p.agency_number, c.name as management_company_name, p.owner_managed,
      p.total_units, o.months, f.charged
    from property p
    left join management_company c on c.management_company_id = p.management_company_id
    left join (select property_id, json_agg(json_build_object('month', month, 'units', units) order by month) as months
      from ${occupiedUnits(year)} reported group by property_id) o on o.property_id = p.property_id
    left join (select property_id, sum(amount)::numeric as charged from ${chargedFees(year)} statement
      group by property_id) f on f.property_id = p.property_id
    where p.status_id in (0, 1) order by lower(p.name), p.property_id`.execute(context.db)
  return found.rows.map(({ months, ...line }) => ({
    ...line,
    ...feeUse({ year, months, charged: line.charged, maxima: maxima.rows }),
  }))
}

/** Everything the management fees module answers. */
export const served: Served[] = [
  ...serveController(calls.feeMaxima, { before: beforeMax }),
  ...serveController(calls.feeTypes, { before: beforeType }),

  serve(calls.getByYear, ({ db, params }) =>
    db
      .selectFrom('managementFeeMax as m')
      .innerJoin('managementFeeType as t', 't.managementFeeTypeId', 'm.managementFeeTypeId')
      .selectAll('m')
      .select(['t.name as typeName', 't.basis'])
      .where('m.year', '=', params.year)
      .orderBy('m.managementFeeTypeId')
      .execute(),
  ),
  serve(calls.getUsedMgmtFee, async ({ db, params }) => {
    const found = await sql<{ charged: number | null }>`select (select sum(amount)::numeric
        from ${chargedFees(params.year)} statement where statement.property_id = p.property_id) as charged
      from property p where p.property_id = ${params.propertyId}`.execute(db)
    const property = found.rows[0] ?? refuse.notFound('This property')
    return property.charged
  }),
  serve(calls.getFeeUse, async (context) => ({
    rows: await useOf(context, context.params.year),
    refundDays: await context.settings.get(feeSettings.refundDays),
  })),
  serve(calls.raiseFees, (context) => raise(context, context.body.year, context.body.ocafPercent)),
  serve(calls.getRounding, async ({ settings }) => stepOf(await settings.get(feeSettings.rounding))),
]
