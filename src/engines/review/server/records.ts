import { type RawBuilder, sql } from 'kysely'
import { currentAbsenceSql } from '#core/people/absences/server/index.ts'
import { type Actor, inScope, isAgency, isAgencyWriter, runsCompany } from '#kernel/model/access.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isFiled, isOpen, isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import { canEdit, getBlockedSteps, getOpenActions } from '#kernel/model/workflow.ts'
import { forCaller } from '#kernel/server/crud.ts'
import { longAnswer } from '#kernel/server/longLists.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { openQuestion, type QuestionLine } from '../model/questions.ts'
import { type AnyReview, isFiledByAgency } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import type { StandingLine } from '../model/shapes.ts'
import { inSentence } from '../model/words.ts'
import { loadReviewDocuments } from './documents.ts'
import type { AnyDetail, AnyRow, Kit, Owner, Values } from './kit.ts'
import { getOmittedFields } from './omittedFields.ts'
import { person } from './people.ts'
import { computeReviewWaits, getReviewWaits, questionsJson, questionsSql } from './questions.ts'
import {
  ageAndPromiseSql,
  getReviewClock,
  loadTurnaround,
  workingDayAmong,
  workingDays,
} from './reviewClock.ts'
import { twoPersonRule, withSettingsAtSubmission } from './ruleDay.ts'
import { writersSql } from './writers.ts'

/** SQL for the table of a review's records. */
export const reviewTableSql = ({ entity }: AnyReview) => sql.table(entity.table)
/** SQL for the key column of a review's records. */
export const keyColumn = ({ entity }: AnyReview, alias = 'r') => sql.ref(`${alias}.${snakeCase(entity.key)}`)
/** Whether the records of a review have a field. */
export const has = ({ entity }: AnyReview, field: string): boolean => field in entity.fields

/** SQL for the names of a record `r`'s property or company and of its company of record, with their joins. */
export function getOwners(review: AnyReview): {
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

/**
 * Loads the list rows of records in one statement, the newest first unless ordered otherwise. In the SQL of
 * the condition and the order, the record is `r`.
 */
export async function lines(
  ...[context, kit, condition, limit, order]: [...Parameters<typeof buildLinesQuery>]
): Promise<Line[]> {
  const { query, finished } = await buildLinesQuery(context, kit, condition, limit, order)
  const reading = query.execute(context.db)
  // Both are sent together, so that the second costs no additional round trip.
  const [result, finish] = await Promise.all([reading, finished()])
  // The rows are changed in place, so that thousands of them are not copied.
  for (const row of result.rows) finish(row)
  return result.rows
}

/**
 * Loads the same list rows for an answer of any length. A handler that returns it writes a long answer piece
 * by piece.
 */
export async function longLines(
  context: AnyContext,
  kit: Kit,
  condition: RawBuilder<unknown>,
): Promise<Line[]> {
  const { query, finished } = await buildLinesQuery(context, kit, condition)
  return longAnswer(context, query, await finished())
}

type Line = StandingLine & Values

/** Builds the statement that loads list rows, and the function that completes each row. */
async function buildLinesQuery(
  context: AnyContext,
  { review, server }: Kit,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown> = sql``,
  order: RawBuilder<unknown> = sql``,
) {
  const { names, joins } = getOwners(review)
  const line = typeof server.line === 'function' ? await server.line(context) : server.line
  const days = await loadTurnaround(context, review)
  const clock = ageAndPromiseSql(context, days, getReviewWaits(review))
  const query = sql<Line>`
    select ${keyColumn(review)},
    ${has(review, 'propertyId') ? sql`r.property_id` : sql`null::integer as property_id`},
      ${has(review, 'managementCompanyId') ? sql`r.management_company_id` : sql`null::integer as management_company_id`},
      ${names}, r.status_id, r.version, r.submitted, r.decided, r.reviewer_id,
      ${person('v')} as reviewer_name,
      case when r.decided is null then ${currentAbsenceSql(context, sql`r.reviewer_id`)}
      end as reviewer_out, ${clock}
      ${line ? sql`, ${line.select}` : sql``}
    from ${reviewTableSql(review)} r ${joins} ${questionsSql(review, keyColumn(review))}
    left join app_user v on v.user_id = r.reviewer_id ${line?.joins ?? sql``}
    where ${condition} order by ${order} ${keyColumn(review)} desc ${limit}`
  const finished = async () => {
    const workingDay = days === null ? null : await workingDays(context)
    return (row: Line): Line => {
      row.requestNumber = review.numberOf(getReviewKey(review.entity, row))
      if (row.promisedBy && workingDay) row.promisedBy = workingDay(row.promisedBy)
      // A subject may define a more precise status label.
      row.statusLabel ??= review.labelOf(row.statusId, row.submitted)
      return row
    }
  }
  return { query, finished }
}

type NamedRow = AnyRow &
  Pick<AnyDetail, 'subject' | 'companyName' | 'submittedByName' | 'reviewerName' | 'decidedByName'>
/** Data that is read with a record and used to compute its details. */
type RelatedData = { questions: QuestionLine[]; holidays: string[]; wroteIds: number[] }

/** Loads one record as its screen shows it. Records out of the caller's scope are not found (404). */
export async function loadReviewDetail(context: AnyContext, kit: Kit, id: number): Promise<AnyDetail> {
  const { review } = kit
  const { names, joins } = getOwners(review)
  const result = await sql<NamedRow & RelatedData>`
    select r.*, ${questionsJson(review, keyColumn(review))} as questions,
      array(select holiday_date::text from holiday) as holidays,
      ${review.settings.twoPerson ? writersSql(kit) : sql`'{}'::integer[]`} as wrote_ids, ${names},
      ${person('s')} as submitted_by_name, ${person('v')} as reviewer_name,
      ${person('w')} as reviewed_by_name, ${person('d')} as decided_by_name
    from ${reviewTableSql(review)} r ${joins} left join app_user s on s.user_id = r.submitted_by_id
    left join app_user v on v.user_id = r.reviewer_id left join app_user w on w.user_id = r.reviewed_by_id
    left join app_user d on d.user_id = r.decided_by_id where ${keyColumn(review)} = ${id}`.execute(
    context.db,
  )
  const { questions, holidays, wroteIds, ...row } =
    result.rows[0] ?? refuse.notFound(`This ${inSentence(review.entity.label)}`)
  return composeDetail(context, kit, row as NamedRow, { questions, holidays, wroteIds })
}

/**
 * Builds a new record of a property or company with the sent values, without storing it. Refuses if no record
 * may be begun.
 */
export async function emptyDetail(
  context: AnyContext,
  kit: Kit,
  owner: Owner,
  values: Values = {},
): Promise<AnyDetail> {
  const { entity } = kit.review
  const { subject, companyName } = await loadSubject(context, owner)
  const initialValues = (await kit.server.begin?.(context, owner, values)) ?? {}
  const owned = Object.fromEntries(Object.entries(owner).filter(([name]) => name in entity.fields))
  const row = {
    ...emptyRecord(entity),
    ...initialValues,
    ...owned,
    statusId: RequestStatus.NOT_SUBMITTED,
    version: 0,
    createdBy: context.actor.userId,
    createdAt: context.services.now().toISOString(),
  }
  const names = { subject, companyName, submittedByName: null, reviewerName: null, reviewedByName: null }
  const named = { ...row, ...names, decidedByName: null } as NamedRow
  const detail = await composeDetail(context, kit, named, { questions: [], holidays: [], wroteIds: [] })
  return { ...detail, actions: [], canAssign: false }
}

/** Loads the names of the property or company of a record. Those out of scope are not found (404). */
export async function loadSubject(
  { db }: AnyContext,
  { propertyId, managementCompanyId }: Owner,
): Promise<{ subject: string; companyName: string | null }> {
  const result = await (propertyId === null
    ? // Only its own people and the agency see a company.
      sql<{ subject: string; companyName: string | null }>`
        select name as subject, name as company_name from management_company
        where management_company_id = ${managementCompanyId}
          and ((select kernel.is_agency())
          or management_company_id = any ((select kernel.own_companies())::integer[]))`
    : sql<{ subject: string; companyName: string | null }>`
        select p.name as subject, c.name as company_name from property p
        left join management_company c using (management_company_id) where p.property_id = ${propertyId}`
  ).execute(db)
  return result.rows[0] ?? refuse.notFound(propertyId === null ? 'This management company' : 'This property')
}

/**
 * Whether the caller may answer for the record's company. Row-level security already made sure that the
 * caller's company may see the record.
 */
const mayAnswer = (actor: Actor, { propertyId = null, managementCompanyId = null }: NamedRow): boolean =>
  !isAgency(actor) &&
  (propertyId === null ? runsCompany(actor, managementCompanyId) : inScope(actor.scope.write, propertyId))

/** Builds the record as its screen shows it, with what the caller may do with it. */
async function composeDetail(
  context: AnyContext,
  kit: Kit,
  row: NamedRow,
  { questions, holidays, wroteIds }: RelatedData,
): Promise<AnyDetail> {
  const { review, server } = kit
  const { actor, settings } = context
  const { entity, flow } = review
  const id = getReviewKey(entity, row)
  const twoPerson = (await twoPersonRule(context, review))(row)
  const mayWrite =
    isAgencyWriter(actor) && (row.propertyId == null || inScope(actor.scope.write, row.propertyId))
  const term = { days: await loadTurnaround(context, review), workingDay: workingDayAmong(new Set(holidays)) }
  const [files, values] = await Promise.all([
    id === 0 ? [] : loadReviewDocuments(context, kit, id),
    server.detail?.(withSettingsAtSubmission(context, row), row),
  ])
  const detail = {
    ...(forCaller(actor, entity, row) as NamedRow),
    requestNumber: review.numberOf(id),
    statusLabel: review.labelOf(row.statusId, row.submitted),
    ...getReviewClock(context, { ...row, ...computeReviewWaits(row, questions) }, term),
    questions,
    today: settings.today(),
    files,
    actions: getOpenActions(flow, { ...row, wroteIds }, actor, { twoPerson }),
    blockedSteps: getBlockedSteps(flow, { ...row, wroteIds }, actor, { twoPerson }),
    canEdit: canEdit(flow, row, actor),
    canReview: mayWrite && row.statusId === RequestStatus.UNDER_REVIEW,
    canAssign: mayWrite && isFiled(row.statusId),
    canAsk: mayWrite && !isFiledByAgency(review) && isWithAgency(row.statusId) && !openQuestion(questions),
    canAnswer: openQuestion(questions) !== undefined && mayAnswer(actor, row),
    ...values,
  } as AnyDetail
  return review.saidByDocuments({ ...detail, leftOut: getOmittedFields(kit, detail) })
}

/** Returns the columns that the caller does not see in a record's history. */
export const hiddenColumns = (context: AnyContext, { review }: Kit, detail: AnyDetail): string[] => {
  if (isAgency(context.actor)) return []
  const { entity } = review
  const lineColumns = isOpen(detail.statusId) ? (review.withheld ?? []) : []
  return [...entity.agencyOnly, ...(entity.withheld?.(detail) ?? []), ...lineColumns].map(snakeCase)
}
