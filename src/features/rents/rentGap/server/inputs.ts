import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { blockingFindingsSql } from '#core/portfolio/findings/server/index.ts'
import { nonComplianceSql } from '#core/portfolio/properties/server/index.ts'
import { taskTypes } from '#core/portfolio/tasks/model/index.ts'
import { isOverdueSql } from '#core/portfolio/tasks/server/index.ts'
import { getGrossRentLimit } from '#features/shared/grossRents/model/index.ts'
import { publishedFiguresSql, toPublishedFigures } from '#features/shared/grossRents/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { type ApplicationRow, applications, type Detail } from '../model/applications.ts'
import { getQualification, type Qualification, type QualificationFacts } from '../model/qualification.ts'
import type { Rent } from '../model/rules.ts'
import { type FundsRow, fundsColumns, getRentGapFunds } from './funds.ts'

/** SQL: the columns that decide whether property `p` qualifies on a day. */
export const qualificationColumns = (
  today: string,
) => sql`p.property_id, p.status_id = ${sqlPropertyStatus.Active} as active,
  ${nonComplianceSql()} as non_compliance_state, ${blockingFindingsSql(sql`p.property_id`)} as findings,
  exists (select 1 from rent_increase_request_header h where h.property_id = p.property_id
  and h.status_id = ${sqlStatus.APPROVED}) as increase_approved,
  (select coalesce(jsonb_agg(jsonb_build_object('taskTypeId', t.task_type_id, 'dueDate', t.due_date)
  order by t.due_date), '[]')
    from task_instance t where t.property_id = p.property_id
    and ${isOverdueSql(today, { alias: 't' })}) as overdue,
  (select coalesce(jsonb_agg(jsonb_build_object('id', h.rent_increase_request_header_id, 'reason',
  h.hold_reason)), '[]')
    from rent_increase_request_header h where h.property_id = p.property_id and h.on_hold
    and h.status_id in (${sqlStatus.UNDER_REVIEW}, ${sqlStatus.REVIEWED})) as on_hold`

export type QualificationRow = Omit<QualificationFacts, 'overdue'> & {
  overdue: { taskTypeId: number; dueDate: string }[]
}

/** Returns whether a property qualifies, from the columns of {@link qualificationColumns}. */
export const getRowQualification = (row: QualificationRow): Qualification =>
  getQualification({
    ...row,
    overdue: row.overdue.map(({ taskTypeId, dueDate }) => ({
      label: taskTypes.find((taskType) => taskType.taskTypeId === taskTypeId)?.label ?? 'A report',
      dueDate,
    })),
  })

type ClaimedUnit = Omit<Detail['taken'][number], 'number'> & { id: number }
type InputRow = FundsRow & { propertyId: number | null; taken: ClaimedUnit[] | null; open: number | null }

/**
 * Loads whether a property qualifies, the units in other applications of the year, the other open
 * application, and the funds of the year. Runs one SQL statement. A property that the caller may not see
 * has no conditions.
 */
export async function loadRentGapInputs(
  context: AnyContext,
  row: Pick<ApplicationRow, 'propertyId' | 'rentGapApplicationId' | 'assistanceYear' | 'submitted'>,
) {
  const { propertyId, rentGapApplicationId: id, assistanceYear: year } = row
  const otherRows = sql`r.property_id = p.property_id and r.rent_gap_application_id <> ${id}`
  const result = await sql<QualificationRow & InputRow>`
    select ${qualificationColumns(context.settings.today())}, ${fundsColumns(context, row)},
      (select jsonb_agg(jsonb_build_object('id', r.rent_gap_application_id, 'unit', i.unit,
          'from', greatest(r.period_start, i.move_in_date), 'to', least(r.period_end, i.move_out_date)))
        from rent_gap_application r join rent_gap_item i using (rent_gap_application_id)
        where ${otherRows} and r.assistance_year = ${year}::integer
        and r.status_id between ${sqlStatus.SUBMITTED} and ${sqlStatus.APPROVED}
          and i.unit is not null and i.claimed_amount > 0) as taken,
      (select max(r.rent_gap_application_id) from rent_gap_application r where ${otherRows}
      and ${statusIs.open('r')}) as open
    from (select 1) one left join property p on p.property_id = ${propertyId}`.execute(context.db)
  const inputs = result.rows[0]!
  const qualification =
    inputs.propertyId === null ? { conditions: [], nonCompliance: [] } : getRowQualification(inputs)
  const claimedUnits = (inputs.taken ?? []).map(({ id: other, ...one }) => ({
    ...one,
    number: applications.numberOf(other),
  }))
  return {
    qualification,
    taken: claimedUnits,
    open: inputs.open,
    waiting: inputs.waiting,
    funds: getRentGapFunds(context, row, inputs),
  }
}

/** Loads the same for a property without an application. */
export const loadPropertyInputs = (context: AnyContext, propertyId: number) =>
  loadRentGapInputs(context, { propertyId, rentGapApplicationId: 0, assistanceYear: null, submitted: null })

type RentRow = Parameters<typeof toPublishedFigures>[0] &
  Pick<
    Rent,
    'projectRoomTypeId' | 'rentTypeId' | 'unitType' | 'rentType' | 'approvedRent' | 'utilityAllowance'
  > & {
    bedrooms: number
    medianPercent: number | null
    ofMarket: boolean
  }

/**
 * Loads the rents that may be charged at a property on a day by unit type and rent type, with the limits of
 * their programs. If a rent has a separate one for existing tenants, that of new tenants is used. Rents
 * that another agency sets are left out.
 */
export async function loadRentsOn({ db }: AnyContext, propertyId: number, day: string): Promise<Rent[]> {
  const result = await sql<RentRow>`
    select distinct on (o.bedrooms, o.name, e.project_room_type_id, e.rent_type_id) e.project_room_type_id,
    e.rent_type_id,
      o.name as unit_type, o.bedrooms, t.name as rent_type, e.rent as approved_rent, e.utility_allowance,
      coalesce(e.income_limit_percent, t.median_percent) as median_percent, coalesce(t.fair_market,
      false) as of_market,
      c.name as county_name, i.income_year, i.incomes, f.fair_market_year, f.fair_market
    from rent_in_force(${day}::date) e join property p using (property_id)
    join room_type o on o.room_type_id = e.room_type_id
    left join rent_type t using (rent_type_id) left join county c using (county_id)
    ${publishedFiguresSql(sql`${day}::date`)}
    where e.property_id = ${propertyId} and not coalesce(t.set_elsewhere, false)
    order by o.bedrooms, o.name, e.project_room_type_id, e.rent_type_id, e.existing_tenants`.execute(db)
  return result.rows.map((row) => {
    const { projectRoomTypeId, rentTypeId, unitType, rentType, approvedRent, utilityAllowance } = row
    const program = { medianPercent: row.medianPercent, fairMarket: row.ofMarket }
    const limit = getGrossRentLimit(program, row.bedrooms, toPublishedFigures(row))
    return {
      projectRoomTypeId,
      rentTypeId,
      unitType,
      rentType,
      approvedRent,
      utilityAllowance,
      programMax: typeof limit === 'number' ? limit : null,
      limitMissing: limit === null,
    }
  })
}
