import { sql } from 'kysely'
import type { z } from 'zod'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { type StepNotes, saveLines, serveReview } from '#engines/review/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { computePercentIncrease, rentIncreaseTypes } from '../model/arithmetic.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import {
  type Detail,
  increases as declared,
  type IncreaseRow,
  type ReviewedRowSent,
} from '../model/increases.ts'
import { findBlockers } from '../model/reviewRules.ts'
import { getRentIncreaseRow, sumMonthlyRents } from '../model/rows.ts'
import { getAllowedTypes } from '../model/rules.ts'
import { loadRefusals } from './beginning.ts'
import { createEmptyRequest, loadRentIncreaseFacts, sqlRowsFromRents } from './inputs.ts'
import { writeDenial, writeScheduleTwo } from './letters.ts'
import { putApprovedRentsInForce } from './posting.ts'

const MOST_ROWS = 500
const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')

/**
 * Returns a fault if the property has an open request, because it may have only one. Checked when another
 * is started or reopened.
 */
async function checkNoOpenRequest(context: AnyContext, propertyId: number): Promise<Fault[]> {
  const [open] = await increases.lines(
    context,
    sql`r.property_id = ${propertyId} and ${statusIs.open('r')}`,
    sql`limit 1`,
  )
  if (!open) return []
  return [{ field: '', message: `Rent increase ${open.requestNumber} of this property is still open.` }]
}

/**
 * Checks that a request may be started and returns its first values. A property has one open request at a
 * time. Outside the window only the agency may start one, as an exception.
 */
async function checkAndBegin(context: AnyContext, propertyId: number) {
  const refusal = (await loadRefusals(context, [propertyId])).get(propertyId)
  if (refusal) refuse.rule(refusal.reason, [], refusal.way)
  const { window, housingType } = await loadRentIncreaseFacts(context, createEmptyRequest(propertyId))
  return {
    rentIncreaseTypeId: getAllowedTypes(housingType)[0]!,
    rentEffectiveDate: window.rentsFrom,
    submittedAsException: !window.isOpen,
  }
}

/**
 * Adds a row for each rent in force to a request without rows, and connects the others with the rents in
 * force by unit type, rent type and class of tenants. Rows of a rent in force always get its units and
 * current rent; rows without one are new.
 */
async function connectRowsToRents(
  { db, settings }: AnyContext,
  { rentIncreaseRequestHeaderId: id, propertyId }: IncreaseRow,
) {
  const fresh = sqlRowsFromRents(propertyId, settings.today())
  await sql`
    insert into room_rent_increase_request (rent_increase_request_header_id, property_id, position,
    project_room_type_rent_id, project_room_type_id,
      rent_type_id, existing_tenants, units, current_rent, requested_rent, utility_allowance, median_percent)
    select ${id}, ${propertyId}, row_number() over (order by b.bedrooms, b.name, f.rent_type_id),
    f.project_room_type_rent_id, f.project_room_type_id,
      f.rent_type_id, f.existing_tenants, f.units, f.current_rent, f.requested_rent, f.utility_allowance,
      f.median_percent
    from (${fresh}) f join property_room_type r using (project_room_type_id)
    join room_type b using (room_type_id)
    where not exists (select 1 from room_rent_increase_request l
    where l.rent_increase_request_header_id = ${id})`.execute(db)
  await sql`
    with bound as (select l.room_rent_increase_request_id as id, f.*, p.property_id is null as foreign_type
      from room_rent_increase_request l left
      join (${fresh}) f on f.project_room_type_id = l.project_room_type_id
        and f.rent_type_id is not distinct from l.rent_type_id and f.existing_tenants = l.existing_tenants
      left join property_room_type p on p.project_room_type_id = l.project_room_type_id
      and p.property_id = l.property_id
      where l.rent_increase_request_header_id = ${id})
    update room_rent_increase_request l set project_room_type_rent_id = b.project_room_type_rent_id,
    current_rent = b.current_rent,
      units = case when b.project_room_type_rent_id is null then l.units else b.units end,
      median_percent = case when b.project_room_type_rent_id is null then l.median_percent
      else b.median_percent end
    from bound b where b.id = l.room_rent_increase_request_id
      and (l.project_room_type_rent_id, l.current_rent, l.units, l.median_percent) is distinct from
        (b.project_room_type_rent_id, b.current_rent, case
        when b.project_room_type_rent_id is null then l.units else b.units end,
        case when b.project_room_type_rent_id is null then l.median_percent else b.median_percent
        end)`.execute(db)
}

type RowInput = z.infer<typeof RoomRentIncrease.input>

/**
 * Completes the submitted rows: a row that has only the number of a rent in force gets that rent's unit
 * type, rent type and class. Refuses a number that is not in force here, and an income limit other than
 * that of the rent.
 */
async function completeSubmittedRows(
  { db, settings }: AnyContext,
  row: IncreaseRow,
  lines: readonly RowInput[] = [],
): Promise<RowInput[]> {
  if (!lines.some((line) => line.projectRoomTypeRentId)) return [...lines]
  const rents = (
    await sql<RowInput>`select * from (${sqlRowsFromRents(row.propertyId, settings.today())}) f`.execute(db)
  ).rows
  return lines.map((line, index) => {
    if (!line.projectRoomTypeRentId) return line
    const refuseField = (field: string, message: string) =>
      refuse.invalid([{ field: `lines.${index}.${field}`, message }])
    const rent =
      rents.find((rent) => rent.projectRoomTypeRentId === line.projectRoomTypeRentId) ??
      refuseField(
        'projectRoomTypeRentId',
        'Present rent: no rent of this property is in force under this number.',
      )
    const { medianPercent } = rent
    if (line.medianPercent && line.medianPercent !== medianPercent)
      refuseField(
        'medianPercent',
        `Income limit: that of the present rent is ${medianPercent ?? 'not given'}.`,
      )
    const { projectRoomTypeId, rentTypeId, existingTenants, units } = rent
    return { projectRoomTypeId, rentTypeId, existingTenants, units, ...line }
  })
}

/** On submission stores each row's rounded rent, utility allowance and limit. */
async function storeSubmittedFigures(context: AnyContext, row: IncreaseRow, detail: Detail): Promise<void> {
  const stamped = detail.lines.map((line) => {
    const { newRent, limit } = getRentIncreaseRow(row.rentIncreaseTypeId, line, detail)
    const { roomRentIncreaseRequestId: id, utilityAllowance: allowance } = line
    return { id, adjusted: newRent, most: typeof limit === 'number' ? limit : null, allowance }
  })
  await sql`
    with stamped as (select * from jsonb_to_recordset(${JSON.stringify(stamped)}::jsonb) as s (id integer,
    adjusted numeric, most numeric, allowance numeric)),
    rows as (update room_rent_increase_request l set adjusted_rent = s.adjusted, median_max_rent = s.most,
    utility_allowance = s.allowance from stamped s
      where l.room_rent_increase_request_id = s.id)
    update rent_increase_request_header set certification_id = ${context.actor.userId}
    where rent_increase_request_header_id = ${row.rentIncreaseRequestHeaderId}`.execute(context.db)
}

/**
 * Stores the reviewer's values of the rows with the limits computed from them. A row of another request is
 * refused as not found, and a row listed twice as invalid.
 */
export async function storeReviewedRows(
  context: AnyContext,
  row: IncreaseRow,
  reviewedRows: readonly ReviewedRowSent[],
): Promise<void> {
  if (reviewedRows.length === 0) return
  const ids = reviewedRows.map((item) => item.roomRentIncreaseRequestId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
  if (twice >= 0)
    refuse.invalid([
      { field: `lines.${twice}.roomRentIncreaseRequestId`, message: 'This row is sent twice.' },
    ])
  const facts = await loadRentIncreaseFacts(context, row)
  const approvedRows = reviewedRows.map((item) => {
    const line = facts.lines.find((line) => line.roomRentIncreaseRequestId === item.roomRentIncreaseRequestId)
    if (!line) return refuse.notFound('This row')
    const { clientKey: _, ...next } = {
      ...line,
      ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)),
    }
    const { limit } = getRentIncreaseRow(row.rentIncreaseTypeId, next, facts)
    return { ...next, medianMaxRent: typeof limit === 'number' ? limit : null }
  })
  await sql`
    update room_rent_increase_request l set approved_rent = s."approvedRent", lower_reason = s."lowerReason",
    median_percent = s."medianPercent",
      utility_allowance = s."utilityAllowance", median_max_rent = s."medianMaxRent"
    from jsonb_to_recordset(${JSON.stringify(approvedRows)}::jsonb) as s ("roomRentIncreaseRequestId" integer,
    "approvedRent" numeric, "lowerReason" text,
      "medianPercent" integer, "utilityAllowance" numeric, "medianMaxRent" numeric)
    where l.room_rent_increase_request_id = s."roomRentIncreaseRequestId"`.execute(context.db)
}

/** Refuses to change an approved request once its rents are in force. */
async function refuseIfInForce({ settings }: AnyContext, row: IncreaseRow): Promise<Fault[]> {
  const { statusId, rentEffectiveDate: day, rentsPosted } = row
  if (statusId !== RequestStatus.APPROVED || (!rentsPosted && (day ?? '') > settings.today())) return []
  return [
    {
      field: '',
      message: `The approved rents have been in force since ${formatDay(day)}; change them by a new request.`,
    },
  ]
}

async function refuseApproval(
  context: AnyContext,
  row: IncreaseRow,
  { checkedDetail }: StepNotes<Detail>,
): Promise<Fault[]> {
  const { settings } = context
  const faults: Fault[] = findBlockers(
    checkedDetail ?? { ...row, ...(await loadRentIncreaseFacts(context, row)) },
  )
  if (row.onHold)
    faults.push({ field: '', message: `Schedule II is on hold: ${row.holdReason ?? ''} Release it first.` })
  if ((row.rentEffectiveDate ?? '') < settings.today())
    faults.push({
      field: 'rentEffectiveDate',
      message: `New rents cannot take effect on ${formatDay(row.rentEffectiveDate)}, a day that is past. Return the request for a later day.`,
    })
  return faults
}

/**
 * Returns the line about the new rents for the mails of an approval, for example `New rents from
 * 01/01/2027: $33,002.00 a month, +3.78%.`
 */
function mailLines({ lines, rentEffectiveDate }: Detail): string[] {
  const rows = lines.map((line) => ({ ...line, units: line.units ?? 0, current: line.currentRent }))
  const old = rows.filter((line) => line.projectRoomTypeRentId)
  const approved = sumMonthlyRents(rows, (line) => line.approvedRent)
  const percent = computePercentIncrease(
    sumMonthlyRents(old, (line) => line.current),
    sumMonthlyRents(old, (line) => line.approvedRent),
  )
  return [
    `New rents from ${formatDay(rentEffectiveDate)}: ${formatMoney(approved)} a month${percent === null ? '' : `, ${percent > 0 ? '+' : ''}${percent.toFixed(2)}%`}.`,
  ]
}

/** Refreshes the property's task to match the state of its requests. */
const refreshTasks = ({ db }: AnyContext, { propertyId }: IncreaseRow) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.RentIncrease, propertyId })

const typeLabels = Object.entries(rentIncreaseTypes).map(
  ([id, label]) => sql`when ${sql.lit(Number(id))} then ${label}::text`,
)
/**
 * SQL: the percent (RI-02) by which a total is above the current rents. Halves are rounded away from zero,
 * as they are in the model.
 */
const sqlPercentIncrease = (rents: string) =>
  sql`round((${sql.ref(`t.${rents}`)} - t.current_rents) * 100 / case
    when t.current_rents > 0 then t.current_rents end, 4)`

/** The server's side of rent increase requests: their list, input, steps, rules and letters. */
export const increases = serveReview(declared, {
  detail: loadRentIncreaseFacts,
  line: {
    select: sql`r.rent_increase_type_id, r.rent_effective_date,
      case r.rent_increase_type_id ${sql.join(typeLabels, sql` `)} end as rent_increase_type,
      ${sqlPercentIncrease('requested_rents')} as requested_percent,
      case when r.status_id = ${sqlStatus.APPROVED} then ${sqlPercentIncrease('approved_rents')}
      end as approved_percent,
      t.current_rents, t.requested_rents,
      case when r.status_id = ${sqlStatus.APPROVED} or (select kernel.is_agency())
      and r.status_id >= ${sqlStatus.UNDER_REVIEW} then t.approved_rents end as approved_rents,
      case when r.on_hold and r.status_id in (${sqlStatus.UNDER_REVIEW}, ${sqlStatus.REVIEWED}) then 'On hold'
      end as status_label`,
    joins: sql`left join lateral (select sum(units * current_rent) filter (where project_room_type_rent_id is
      not null) as current_rents,
        sum(units * coalesce(adjusted_rent, requested_rent,
        current_rent)) filter (where project_room_type_rent_id is not null) as requested_rents,
        sum(units * approved_rent) filter (where project_room_type_rent_id is not null) as approved_rents
      from room_rent_increase_request l
      where l.rent_increase_request_header_id = r.rent_increase_request_header_id) t on true`,
  },
  begin: (context, { propertyId }) => checkAndBegin(context, propertyId ?? 0),
  refusals: loadRefusals,
  saved: async (context, row, { lines, lineDeleteIds = [] }) => {
    const id = row.rentIncreaseRequestHeaderId
    if (lines || lineDeleteIds.length > 0)
      await saveLines(
        context,
        RoomRentIncrease,
        { ...row, id },
        await completeSubmittedRows(context, row, lines),
        lineDeleteIds,
        MOST_ROWS,
      )
    await connectRowsToRents(context, row)
    await refreshTasks(context, row)
  },
  reviewSaved: async (context, row, { lines = [] }) => {
    await storeReviewedRows(context, row, lines)
    await sql`update rent_increase_request_header
      set worksheet_saved = ${context.services.now().toISOString()}
      where rent_increase_request_header_id = ${row.rentIncreaseRequestHeaderId}`.execute(context.db)
  },
  filed: storeSubmittedFigures,
  needs: {
    reopen: async (context, row) => [
      ...(await refuseIfInForce(context, row)),
      ...(await checkNoOpenRequest(context, row.propertyId)),
    ],
    adminChange: refuseIfInForce,
    approve: refuseApproval,
    approveDirectly: refuseApproval,
    appeal: async (context, row) => {
      const { appealUntil } = await loadRentIncreaseFacts(context, row)
      if (appealUntil !== null && context.settings.today() <= appealUntil)
        return checkNoOpenRequest(context, row.propertyId)
      return [{ field: '', message: `The time to appeal ended on ${formatDay(appealUntil)}.` }]
    },
  },
  effects: {
    granted: async (context, row) => {
      await putApprovedRentsInForce(
        context.transaction,
        context.settings.today(),
        row.rentIncreaseRequestHeaderId,
      )
    },
  },
  steps: {
    startReview: {
      after: async ({ db }, row) => {
        await sql`update room_rent_increase_request set approved_rent = coalesce(approved_rent, adjusted_rent)
          where rent_increase_request_header_id = ${row.rentIncreaseRequestHeaderId}`.execute(db)
      },
    },
    appeal: {
      stamp: (context) => ({
        denialAppealed: true,
        denialAppealedOn: context.settings.today(),
        decidedById: null,
        decided: null,
        decisionComment: null,
        reviewedById: null,
        reviewed: null,
      }),
    },
  },
  followed: refreshTasks,
  mailLines,
  letters: { approve: writeScheduleTwo, deny: writeDenial },
  toDo: sql`'rents from ' || to_char(r.rent_effective_date, 'MM/DD/YYYY')`,
})
