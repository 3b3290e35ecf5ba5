import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Db } from '#kernel/server/database.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { literals } from '#kernel/server/statusSql.ts'
import { EntryStatus, WatchType } from '../model/entities.ts'
import { getFirstDay, getPriorMonth, isOfMonth, loadWatchLines, type Month } from './lines.ts'
import { loadProposals } from './proposals.ts'

const status = literals(EntryStatus)

/** Refuses changes in a closed month (409), and locks the month: concurrent changes wait. */
export async function refuseClosedMonth(
  { db }: Pick<AnyContext, 'db'>,
  { year, month }: Month,
): Promise<void> {
  await sql`insert into watch_list_month (year, month) values (${year}, ${month})
    on conflict do nothing`.execute(db)
  const result = await sql<{
    closedAt: string | null
  }>`select closed_at from watch_list_month where year = ${year} and month = ${month} for update`.execute(db)
  if (result.rows[0]?.closedAt)
    refuse.conflict('This month is closed. A manager opens it again, with a reason, to correct it.')
}

/**
 * SQL: why property `p` left the watch list: decontrolled, resyndicated, or no longer active; null if it did
 * not leave.
 */
const departureReason = (day: string) => sql<string | null>`case
  when p.status_id = ${sqlPropertyStatus.Decontrol}
  and p.decontrol_status = ${RequestStatus.APPROVED} then 'The property is decontrolled.'
  when exists (select from resyndication r where r.old_property_id = p.property_id
  and coalesce(r.resyndicated_date,
  ${day}::date) <= ${day}::date) then 'The property is resyndicated; its new project is watched by itself.'
  when p.status_id not in (${sqlPropertyStatus.Active},
  ${sqlPropertyStatus.Decontrol}) then 'The property is no longer active.' end`

/**
 * Copies the entries of the prior month into a month once, without comments. Entries of properties that left
 * are marked as removed, with a reason. Returns the numbers of both. Two statements.
 */
export async function copyPriorEntries(
  db: Db,
  month: Month,
  day: string,
): Promise<{ copied: number; left: number }> {
  const copied = await sql<{
    left: boolean
  }>`insert into watch_list (property_id, year, month, status_id, watch_list_type_id,
  watch_list_program_type_id,
      watch_list_responsibility_type_id, watch_list_weakness_type_id, entry_date, cause, action_plan,
      target_date, figures, triggers, removed_on, removal_reason)
    select w.property_id, ${month.year}, ${month.month}, case when g.why is null then ${status.ACTIVE}
    else ${status.REMOVED} end, w.watch_list_type_id, w.watch_list_program_type_id,
      w.watch_list_responsibility_type_id, w.watch_list_weakness_type_id, w.entry_date, w.cause,
      w.action_plan, w.target_date, w.figures, w.triggers,
      case when g.why is not null then ${day}::date end, g.why
    from watch_list w join property p using (property_id)
    cross join lateral (select ${departureReason(day)} as why) g
    where ${isOfMonth(getPriorMonth(month))} and w.status_id = ${status.ACTIVE}
    order by w.property_id on conflict (property_id, year, month) do nothing
    returning status_id = ${status.REMOVED} as left`.execute(db)
  const result = await sql`update watch_list w set status_id = ${status.REMOVED}, removed_on = ${day}::date,
      removal_reason = g.why, version = w.version + 1
    from property p cross join lateral (select ${departureReason(day)} as why) g
    where p.property_id = w.property_id and ${isOfMonth(month)} and w.status_id = ${status.ACTIVE}
    and g.why is not null`.execute(db)
  const count = copied.rows.filter((row) => row.left).length
  return { copied: copied.rows.length - count, left: count + Number(result.numAffectedRows ?? 0) }
}

/** Adds the properties that must be on the list of a month: three months below the occupancy threshold. */
export async function addRequiredProperties(
  context: { db: Db; settings: Settings },
  month: Month,
  day: string,
): Promise<void> {
  for (const proposal of (await loadProposals(context, month)).filter(({ required }) => required)) {
    const about = proposal.triggers.find((trigger) => trigger.required)!
    await sql`insert into watch_list (property_id, year, month, watch_list_type_id,
      watch_list_weakness_type_id, entry_date, cause, figures, triggers)
      values (${proposal.propertyId}, ${month.year}, ${month.month}, ${WatchType.WATCH}, ${about.weakness},
      ${day}, ${about.words},
        ${JSON.stringify(proposal.figures)}::jsonb, ${JSON.stringify(proposal.triggers)}::jsonb)
        on conflict (property_id, year, month) do nothing`.execute(context.db)
  }
}

/** Closes a month if all its entries have comments, and stores their current figures. */
export async function closeMonth(context: AnyContext, month: Month): Promise<boolean> {
  const { db, actor, services } = context
  await refuseClosedMonth(context, month)
  const lines = await loadWatchLines(context, sql`${isOfMonth(month)} and w.status_id = ${status.ACTIVE}`)
  if (getFirstDay(month) > context.settings.today()) refuse.rule('This month has not begun.')
  const missing = lines.filter(({ comment }) => !comment?.trim())
  if (missing.length > 0)
    refuse.rule(
      'There is a problem',
      missing.map((line) => ({
        field: `entries.${line.watchListId}.comment`,
        message: `${line.propertyName}: the comment of the month is missing.`,
      })),
    )
  for (const line of lines)
    await sql`update watch_list set figures = ${JSON.stringify(line.figures)}::jsonb
      where watch_list_id = ${line.watchListId}`.execute(db)
  await sql`update watch_list_month set closed_at = ${services.now().toISOString()},
    closed_by_id = ${actor.userId} where year = ${month.year} and month = ${month.month}`.execute(db)
  return true
}

/** Reopens a closed month; the reason is stored with the month. */
export async function reopenMonth(
  { db }: AnyContext,
  { year, month }: Month,
  reason: string,
): Promise<boolean> {
  const text = reason.trim() || refuse.invalid([{ field: 'reason', message: 'Reason: *Field is required' }])
  const result =
    await sql`update watch_list_month set closed_at = null, closed_by_id = null, reopened_reason = ${text}
    where year = ${year} and month = ${month} and closed_at is not null`.execute(db)
  if (!result.numAffectedRows) refuse.conflict('This month is not closed.')
  return true
}
