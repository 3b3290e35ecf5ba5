import { sql } from 'kysely'
import { FindingStatus } from '#core/portfolio/findings/model/index.ts'
import { loadOutstandingTasks } from '#core/portfolio/tasks/server/index.ts'
import { openAtProperty } from '#engines/review/server/index.ts'
import { activeLoansSql } from '#features/capital/loans/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ScheduleStatus } from '../model/calls.ts'
import type { DecontrolSchedule } from '../model/entities.ts'
import type { ReleaseFacts, ReleaseTerms, Schedule } from '../model/rules.ts'
import { decontrolSettings } from '../model/settings.ts'

/** A stored schedule of a release. */
export type ScheduleRow = Row<typeof DecontrolSchedule>

/** A schedule of a release in which nothing is entered yet. */
export const EMPTY_SCHEDULE: Schedule = {
  reason: null,
  requestedOn: null,
  effectiveOn: null,
  ownerNotifiedOn: null,
  tenantsNotifiedOn: null,
  releaseRecordedOn: null,
  form8823On: null,
  tailEndsOn: null,
  reserveDisposition: null,
  leftOpen: null,
}

/** The facts of a property that its release depends on; reserves in dollars. */
type PropertyFacts = {
  reserves: number
  taxCredit: boolean
  findings: { id: number; title: string }[]
  loans: { words: string; path: string }[]
  approvedOn: string | null
}

/**
 * Loads the schedule of the property’s release that is not closed, null if there is none, and the facts of
 * the property, in one statement.
 */
export async function loadRelease(
  { db }: AnyContext,
  propertyId: number,
): Promise<{ schedule: ScheduleRow | null; found: PropertyFacts }> {
  const { rows } = await sql<
    PropertyFacts & { schedule: boolean } & ScheduleRow
  >`select d.*, d.decontrol_schedule_id is not null as schedule,
    coalesce((select sum(e.amount) from reserve_account a join reserve_entry e using (reserve_account_id)
      where a.property_id = ${propertyId} and a.closed_on is null), 0) as reserves,
    exists (select from property_lihtc_number n where n.property_id = ${propertyId}) as tax_credit,
    (select coalesce(jsonb_agg(jsonb_build_object('id', n.non_compliance_id, 'title', n.title)
    order by n.opened_on), '[]')
      from non_compliance n where n.property_id = ${propertyId}
      and n.status_id in (${FindingStatus.OPEN}, ${FindingStatus.RESPONDED})) as findings,
    (select coalesce(jsonb_agg(jsonb_build_object('words', l.words, 'path', l.path) order by l.words), '[]')
      from (${activeLoansSql(sql`select ${propertyId}::integer`)}) l) as loans,
    (select ${agencyDay(sql`max(h.at)`)}::text from status_history h where h.entity = 'PropertyDecontrol'
    and h.row_id = ${propertyId} and h.action = 'approve') as approved_on
    from (select 1) one left join decontrol_schedule d on d.property_id = ${propertyId}
    and d.closed_on is null`.execute(db)
  const { schedule, reserves, taxCredit, findings, loans, approvedOn, ...row } = rows[0]!
  return { schedule: schedule ? row : null, found: { reserves, taxCredit, findings, loans, approvedOn } }
}

/** The outstanding matters of a property, each with its link. */
export type Outstanding = ScheduleStatus['outstanding']

/**
 * Loads the outstanding matters of a property, each with its link: tasks, requests, unpaid loans and
 * findings.
 * Callers outside the agency receive none.
 */
export async function loadOutstanding(
  context: AnyContext,
  propertyId: number,
  propertyFacts: PropertyFacts,
): Promise<Outstanding> {
  if (!isAgency(context.actor)) return []
  const [tasks, open] = [
    await loadOutstandingTasks(context, propertyId),
    await openAtProperty(context, propertyId),
  ]
  return [
    ...tasks.map((task) => ({
      kind: 'Task',
      words: `${task.taskName} ${task.periodLabel}, ${task.statusLabel}`,
      path: task.url,
    })),
    ...open.map((item) => ({
      kind: 'Request',
      words: `${item.kindLabel} ${item.number}, ${item.statusLabel}`,
      path: item.to,
    })),
    ...propertyFacts.loans.map(({ words, path }) => ({ kind: 'Loan', words, path })),
    ...propertyFacts.findings.map((finding) => ({
      kind: 'Finding',
      words: finding.title,
      path: `/NonCompliance/${finding.id}`,
    })),
  ]
}

/** Builds the facts that the rules of a release need. */
export const buildReleaseFacts = (
  context: AnyContext,
  propertyFacts: PropertyFacts,
  outstanding: Outstanding,
): ReleaseFacts => ({
  today: context.settings.today(),
  taxCredit: propertyFacts.taxCredit,
  reserves: propertyFacts.reserves,
  outstanding: outstanding.length,
})

/** Loads the agency’s settings for releases. */
export async function loadDecontrolTerms({ settings }: AnyContext): Promise<ReleaseTerms> {
  return {
    ownerDays: await settings.get(decontrolSettings.ownerDays),
    tenantDays: await settings.get(decontrolSettings.tenantDays),
    tailYears: await settings.get(decontrolSettings.tailYears),
    formDays: await settings.get(decontrolSettings.formDays),
  }
}
