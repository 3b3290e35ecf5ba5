import { sql } from 'kysely'
import { takeAll } from '#engines/review/server/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Db } from '#kernel/server/database.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { TCAPQuarter } from '../model/entities.ts'
import { type MonthRow, months } from '../model/months.ts'
import { getQuarter, monthName } from '../model/periods.ts'
import { quarters as declared, type QuarterRow } from '../model/quarters.ts'
import { decideMonths, quarters } from './quarters.ts'
import { isInProgramSql, isQuarterOfMonthSql, quarterStart } from './sql.ts'

type Month = Pick<MonthRow, 'propertyId' | 'periodDate'>
const UNDER_REVIEW = 3

/** SQL: whether quarter `q` has every month submitted that the program requires. */
export const allMonthsSubmittedSql = sql`not exists (select from tcap_program g
  cross join generate_series(${quarterStart}, ${quarterStart} + interval '2 months',
  interval '1 month') m (day)
  where g.property_id = q.property_id and ${isInProgramSql(sql`m.day::date`)} and not exists (select
  from tcap t
    where t.property_id = q.property_id and t.period_date = m.day::date
    and t.status_id = ${sqlStatus.SUBMITTED}))`

/** Creates the quarter of a month if it does not exist yet. */
export async function openQuarter(context: AnyContext, { propertyId, periodDate }: Month): Promise<void> {
  const { year, quarter } = getQuarter(periodDate)
  const result = await sql<{ id: number }>`insert into tcap_quarter (property_id, year, quarter, created_by)
    values (${propertyId}, ${year}, ${quarter}, ${context.actor.userId}) on conflict do nothing
    returning tcap_quarter_id as id`.execute(context.db)
  const id = result.rows[0]?.id
  if (id) await writeHistory(context, declared.flow.entity, id, propertyId, null, 1, 'create', null)
}

/** Refuses to take a month back while the agency reviews its quarter. */
export async function refuseUnderReview(
  context: AnyContext,
  { propertyId, periodDate }: Month,
): Promise<Fault[]> {
  const result = await sql<{ status: number }>`select q.status_id as status from tcap_quarter q
    where ${isQuarterOfMonthSql(sql`${propertyId}`, sql`${periodDate}::date`)}`.execute(context.db)
  return result.rows[0]?.status === UNDER_REVIEW
    ? [{ field: '', message: 'The agency reviews the quarter. Ask it to return the month.' }]
    : []
}

/**
 * Updates the status of a quarter after a step of one of its months. The last month submitted opens it for
 * review, one taken back before the review closes it again, and one restated afterwards reopens it (domain
 * 10.3). The quarter is locked first, so that of two months submitted at once the second sees the first.
 */
export async function updateQuarter(
  context: AnyContext,
  row: MonthRow,
  reason: string | null,
): Promise<void> {
  const { db } = context
  const { propertyId, periodDate, statusId } = row
  const locked = await sql<QuarterRow>`select q.* from tcap_quarter q
    where ${isQuarterOfMonthSql(sql`${propertyId}`, sql`${periodDate}::date`)} for update`.execute(db)
  const quarter = locked.rows[0]
  if (!quarter) return
  const about = `${monthName(periodDate)} (${months.numberOf(row.tcapId)})${reason ? `: ${reason}` : ''}`
  if (statusId === RequestStatus.SUBMITTED) await completeQuarter(context, quarter)
  else if (quarter.statusId === RequestStatus.SUBMITTED)
    await takeAll(db, declared, 'incomplete', [quarter.tcapQuarterId], about)
  else if (quarter.statusId > UNDER_REVIEW) await reopenQuarter(context, quarter, reason, about)
}

/** Makes a quarter ready for review if all its months are submitted, and mails the agency. */
async function completeQuarter(context: AnyContext, { tcapQuarterId: id }: QuarterRow): Promise<void> {
  const { db, services, actor } = context
  const result = await sql<{
    complete: boolean
  }>`select ${allMonthsSubmittedSql} as complete from tcap_quarter q where q.tcap_quarter_id = ${id}`.execute(
    db,
  )
  if (!result.rows[0]?.complete || (await takeAll(db, declared, 'complete', [id])).length === 0) return
  await recordCompletion(db, [id], services.now().toISOString(), actor.userId)
  await quarters.mailAbout(context, await lockRow(context, TCAPQuarter, id), 'submitted')
}

/** Records when quarters became complete, and by whom. */
export const recordCompletion = (db: Db, ids: readonly number[], timestamp: string, userId: number | null) =>
  sql`update tcap_quarter set submitted = coalesce(submitted, ${timestamp}),
    submitted_by_id = coalesce(${userId}::integer, submitted_by_id),
    re_submitted = case when submitted is not null then ${timestamp}::timestamptz end
    where tcap_quarter_id = any (${[...ids]}::integer[])`.execute(db)

/** Reopens a reviewed quarter because a month is restated, and mails its reviewer. Needs a reason. */
async function reopenQuarter(
  context: AnyContext,
  quarter: QuarterRow,
  reason: string | null,
  about: string,
): Promise<void> {
  if (!reason)
    refuse.invalid([
      { field: 'reason', message: 'Reason: the quarter was reviewed. Say why the month is restated.' },
    ])
  const { tcapQuarterId: id } = quarter
  await takeAll(context.db, declared, 'restated', [id], about)
  await sql`update tcap_quarter set decided = null, decided_by_id = null, decision_comment = null,
    reviewed = null, reviewed_by_id = null
    where tcap_quarter_id = ${id}`.execute(context.db)
  await decideMonths(context, quarter, false)
  await quarters.mailAbout(context, { ...quarter, statusId: UNDER_REVIEW }, 'recalled', [about])
}
