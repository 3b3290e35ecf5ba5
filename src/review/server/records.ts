import { type RawBuilder, sql } from 'kysely'
import { outOf } from '#ground/absences/server/index.ts'
import { inScope, isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { addDays, daysBetween, today } from '#kernel/model/dates.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { actionsFor, canEdit } from '#kernel/model/workflow.ts'
import { forCaller } from '#kernel/server/crud.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReview } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import type { StandingLine } from '../model/shapes.ts'
import { documentsOf } from './documents.ts'
import type { AnyDetail, AnyRow, Kit, Owner, Values } from './kit.ts'

/** A person's name in SQL; null when there is none. */
export const person = (alias: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`

export const tableOf = ({ entity }: AnyReview) => sql.table(entity.table)
export const keyColumn = ({ entity }: AnyReview, alias = 'r') => sql.ref(`${alias}.${snakeCase(entity.key)}`)
export const has = ({ entity }: AnyReview, field: string): boolean => field in entity.fields

/** Whose a record `r` is: its property's name or its company's, and the company of record. */
export function ownersOf(review: AnyReview): {
  subject: RawBuilder<unknown>
  names: RawBuilder<unknown>
  joins: RawBuilder<unknown>
} {
  const property = has(review, 'propertyId')
  const company = has(review, 'managementCompanyId')
  const names = [
    ...(property ? [sql`p.name, kernel.filed_property_name(r.property_id)`] : []),
    ...(company ? [sql`m.name`] : []),
    sql`''`,
  ]
  const subject = sql`coalesce(${sql.join(names)})`
  return {
    subject,
    names: sql`${subject} as subject, f.name as company_name`,
    joins: sql`
      ${property ? sql`left join property p on p.property_id = r.property_id` : sql``}
      ${company ? sql`left join management_company m on m.management_company_id = r.management_company_id` : sql``}
      left join management_company f on f.management_company_id = r.filed_company_id`,
  }
}

/** The agency's day of a moment. */
const dayOf = (context: AnyContext, moment: string): string =>
  today(context.services.config.agencyZone, new Date(moment))

type Dated = {
  submitted: string | null
  reSubmitted?: string | null
  decided: string | null
  /** Days in which the record waited for its company, and since when it does now, where a subject knows such waiting. */
  waitedDays?: unknown
  waitingSince?: unknown
}

/**
 * Whole days from submission to the decision, or to today while undecided, and the day the agency promised to decide by,
 * which after a return is reckoned anew. Days in which the record waited for its company count for neither.
 */
export function clockOf(context: AnyContext, row: Dated, turnaround: number | null) {
  const { submitted, reSubmitted, decided, waitedDays, waitingSince } = row
  if (submitted === null) return { ageDays: null, promisedBy: null }
  const begun = dayOf(context, submitted)
  const until = decided ? dayOf(context, decided) : context.settings.today()
  const waiting = typeof waitingSince === 'string' ? daysBetween(waitingSince, until) : 0
  const waited = waiting + (typeof waitedDays === 'number' ? waitedDays : 0)
  return {
    ageDays: Math.max(0, daysBetween(begun, until) - waited),
    promisedBy: turnaround === null ? null : addDays(dayOf(context, reSubmitted ?? submitted), turnaround + waited),
  }
}

/** The same in SQL, of a record `r`: a zone asked for thousands of moments takes its time outside of the database. */
function clockIn(
  { settings, services }: AnyContext,
  review: AnyReview,
  turnaround: number | null,
): RawBuilder<unknown> {
  const day = (column: string) => sql`(${sql.ref(`r.${column}`)} at time zone ${services.config.agencyZone})::date`
  const until = sql`coalesce(${day('decided')}, ${settings.today()}::date)`
  const waited = has(review, 'waitedDays') ? sql`r.waited_days + coalesce(${until} - r.waiting_since, 0)` : sql`0`
  return sql`case when r.submitted is not null then greatest(0, ${until} - ${day('submitted')} - (${waited})) end as age_days,
    coalesce(${day('re_submitted')}, ${day('submitted')}) + ${turnaround}::integer + (${waited}) as promised_by`
}

export const turnaroundOf = async ({ settings }: AnyContext, review: AnyReview): Promise<number | null> =>
  review.settings.turnaround ? settings.get(review.settings.turnaround) : null

/** Lines of records, newest first unless ordered otherwise: one statement, whatever their number. The record is `r`. */
export async function lines(
  context: AnyContext,
  { review, server }: Kit,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
  order: RawBuilder<unknown> = sql``,
): Promise<(StandingLine & Values)[]> {
  const { names, joins } = ownersOf(review)
  const line = typeof server.line === 'function' ? await server.line(context) : server.line
  const clock = clockIn(context, review, await turnaroundOf(context, review))
  const found = await sql<StandingLine & Values>`
    select ${keyColumn(review)}, ${has(review, 'propertyId') ? sql`r.property_id` : sql`null::integer as property_id`},
      ${has(review, 'managementCompanyId') ? sql`r.management_company_id` : sql`null::integer as management_company_id`},
      ${names}, r.status_id, r.version, r.submitted, r.decided, r.reviewer_id, ${person('v')} as reviewer_name,
      case when r.decided is null then ${outOf(context, sql`r.reviewer_id`)} end as reviewer_out, ${clock}
      ${line ? sql`, ${line.select}` : sql``}
    from ${tableOf(review)} r ${joins} left join app_user v on v.user_id = r.reviewer_id ${line?.joins ?? sql``}
    where ${condition} order by ${order} ${keyColumn(review)} desc ${limit}`.execute(context.db)
  // In place: thousands of rows are not made twice.
  for (const row of found.rows) {
    row.requestNumber = review.numberOf(keyOf(review.entity, row))
    // A subject may say more precisely where its record stands.
    row.statusLabel ??= review.labelOf(row.statusId, row.submitted)
  }
  return found.rows
}

type Named = AnyRow & Pick<AnyDetail, 'subject' | 'companyName' | 'submittedByName' | 'reviewerName' | 'decidedByName'>

/** One record as its screen shows it; not found when out of scope. A constant number of statements. */
export async function detailOf(context: AnyContext, kit: Kit, id: number): Promise<AnyDetail> {
  const { review } = kit
  const { names, joins } = ownersOf(review)
  const found = await sql<Named>`
    select r.*, ${names}, ${person('s')} as submitted_by_name, ${person('v')} as reviewer_name,
      ${person('w')} as reviewed_by_name, ${person('d')} as decided_by_name
    from ${tableOf(review)} r ${joins} left join app_user s on s.user_id = r.submitted_by_id
    left join app_user v on v.user_id = r.reviewer_id left join app_user w on w.user_id = r.reviewed_by_id
    left join app_user d on d.user_id = r.decided_by_id where ${keyColumn(review)} = ${id}`.execute(context.db)
  return compose(context, kit, found.rows[0] ?? refuse.notFound(`This ${review.entity.label.toLowerCase()}`))
}

/** An empty record of a property or company, begun with what is sent, not stored; refused where none may be begun. */
export async function emptyDetail(context: AnyContext, kit: Kit, owner: Owner, sent: Values = {}): Promise<AnyDetail> {
  const { entity } = kit.review
  const { subject, companyName } = await subjectOf(context, owner)
  const begun = (await kit.server.begin?.(context, owner, sent)) ?? {}
  const owned = Object.fromEntries(Object.entries(owner).filter(([name]) => name in entity.fields))
  const row = {
    ...emptyRecord(entity),
    ...begun,
    ...owned,
    statusId: 1,
    version: 0,
    createdBy: context.actor.userId,
    createdAt: context.services.now().toISOString(),
  }
  const names = { subject, companyName, submittedByName: null, reviewerName: null, reviewedByName: null }
  const detail = await compose(context, kit, { ...row, ...names, decidedByName: null } as unknown as Named)
  return { ...detail, actions: [], canAssign: false }
}

/** The property or company a record is to be about; not found when out of scope. */
export async function subjectOf(
  { db }: AnyContext,
  { propertyId, managementCompanyId }: Owner,
): Promise<{ subject: string; companyName: string | null }> {
  const found = await (propertyId === null
    ? // A company is nobody's business but its own people's and the agency's.
      sql<{ subject: string; companyName: string | null }>`
        select name as subject, name as company_name from management_company where management_company_id = ${managementCompanyId}
          and ((select kernel.is_agency()) or management_company_id = any ((select kernel.own_companies())::integer[]))`
    : sql<{ subject: string; companyName: string | null }>`
        select p.name as subject, c.name as company_name from property p
        left join management_company c using (management_company_id) where p.property_id = ${propertyId}`
  ).execute(db)
  return found.rows[0] ?? refuse.notFound(propertyId === null ? 'This management company' : 'This property')
}

async function compose(context: AnyContext, kit: Kit, row: Named): Promise<AnyDetail> {
  const { review, server } = kit
  const { actor, settings } = context
  const { entity, flow } = review
  const id = keyOf(entity, row)
  const twoPerson = review.settings.twoPerson ? await settings.get(review.settings.twoPerson) : false
  const acts = isAgencyWriter(actor) && (row.propertyId == null || inScope(actor.scope.write, row.propertyId))
  const clock = clockOf(context, row, await turnaroundOf(context, review))
  const [files, own] = await Promise.all([id === 0 ? [] : documentsOf(context, kit, id), server.detail?.(context, row)])
  return {
    ...(forCaller(actor, entity, row) as Named),
    requestNumber: review.numberOf(id),
    statusLabel: review.labelOf(row.statusId, row.submitted),
    ...clock,
    today: settings.today(),
    files,
    actions: actionsFor(flow, row, actor, { twoPerson }),
    canEdit: canEdit(flow, row, actor),
    canReview: acts && row.statusId === 3,
    canAssign: acts && row.statusId >= 2,
    ...own,
  } as unknown as AnyDetail
}

/** Columns that this caller does not see in a record's history. */
export const hiddenColumns = (context: AnyContext, { review, server }: Kit, detail: AnyDetail): string[] => {
  if (isAgency(context.actor)) return []
  const { entity } = review
  const lineColumns = detail.statusId < 5 ? (server.withheld ?? []) : []
  return [...entity.agencyOnly, ...(entity.withheld?.(detail) ?? []), ...lineColumns].map(snakeCase)
}
