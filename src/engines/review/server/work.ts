import { type RawBuilder, sql } from 'kysely'
import { loadAbsentPeople, standInForIdsSql } from '#core/people/absences/server/index.ts'
import { loadNewestOccupancy } from '#core/portfolio/occupancy/server/index.ts'
import { readProperty } from '#core/portfolio/properties/server/index.ts'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { addDays, agencyDay } from '#kernel/model/dates.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Action, type Flow, getOpenActions } from '#kernel/model/workflow.ts'
import { agencyDay as agencyDaySql } from '#kernel/server/days.ts'
import { mapInTurns } from '#kernel/server/mapInTurns.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { type AnyReview, getReadPermission, openFields, openPath } from '../model/review.ts'
import {
  computeReviewSum,
  type DecidedLine,
  getDecidedWork,
  getOpenAtProperty,
  getWork,
  getWorkCount,
  isLate,
  isMine,
  type NextActor,
  type StepAtOnce,
  stepsAtOnce,
  type WorkLine,
} from '../model/work.ts'
import { analystsToday } from './assigning.ts'
import { assignHandler, stepHandler } from './atOnce.ts'
import { standingHandler, undoneToDosSql } from './dependents.ts'
import type { AnyRow, Kit } from './kit.ts'
import { loadOtherWork } from './otherWork.ts'
import { person } from './people.ts'
import { getReviewWaits, questionsSql } from './questions.ts'
import { getOwners, has, keyColumn, reviewTableSql } from './records.ts'
import { getReviewClock, loadTurnaround, type Term, workingDays } from './reviewClock.ts'
import { twoPersonRule } from './ruleDay.ts'
import type { RegisteredReview } from './serve.ts'
import { writersSql } from './writers.ts'

/** The reviews of all modules by name; each appears in the work list. */
export const kits = slot(
  'reviews',
  (reviews) => new Map(reviews.map((registered) => [registered.kit.review.name, registered])),
)

/** The review of this name, if there is one. */
const getReview = (kind: string): RegisteredReview | undefined => kits().get(kind)

/** SQL: the record `r` is with the agency, which means submitted, under review or reviewed. */
export const OPEN = sql`${statusIs.withAgency('r')}`
/** The list of decisions has those of this many days. */
const DECIDED_DAYS = 60

/** The values of the fields that are part of the path of a record's screen. */
type Place = Record<string, unknown>

export type WorkRecord = AnyRow & {
  kind: string
  id: number
  propertyId: number | null
  subject: string
  city: string | null
  companyName: string | null
  amount: number | null
  reviewerName: string | null
  waitingSince: string | null
  askedUntil: string | null
  /** Whether the company answered a question. */
  answered: boolean
  place: Place
}

/** SQL for the values of the fields that are part of the path of record `r`. */
export const reviewPlaceSql = (review: AnyReview) =>
  sql`jsonb_build_object(${sql.join(openFields(review).flatMap((field) => [sql.lit(field), sql.ref(`r.${snakeCase(field)}`)]))})`

/** SQL for the records `r` of one review that meet the condition, with the columns that all reviews share. */
function getReviewRowsSql({ review, server }: Kit, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const { names, joins } = getOwners(review)
  const waits = getReviewWaits(review)
  const [property, company] = [has(review, 'propertyId'), has(review, 'managementCompanyId')]
  const cities = [...(property ? [sql`p.city`] : []), ...(company ? [sql`m.city`] : []), sql`null`]
  return sql`select ${review.name}::text as kind, ${keyColumn(review)} as id,
      ${property ? sql`r.property_id` : sql`null::integer`} as property_id,
      ${company ? sql`r.management_company_id` : sql`null::integer`} as management_company_id,
      ${names}, coalesce(${sql.join(cities)}) as city, ${server.amount ?? sql`null`}::numeric as amount,
      ${waits.days} as waited_days, ${waits.since} as waiting_since, asked_about.until as asked_until,
      coalesce(asked_about.answered, false) as answered,
      r.status_id, r.version, r.submitted, r.re_submitted, r.decided, r.reviewer_id, r.reviewed_by_id,
      ${review.settings.twoPerson ? writersSql({ review, server }) : sql`'{}'::integer[]`} as wrote_ids,
      ${person('v')} as reviewer_name, ${reviewPlaceSql(review)} as place
    from ${reviewTableSql(review)} r ${joins} ${questionsSql(review, keyColumn(review))}
    left join app_user v on v.user_id = r.reviewer_id where ${condition}`
}

/** Loads the records of these reviews in one statement, oldest first. */
async function loadRecords(
  context: AnyContext,
  kits: readonly Kit[],
  condition: (kit: Kit) => RawBuilder<unknown>,
): Promise<WorkRecord[]> {
  if (kits.length === 0) return []
  const parts = kits.map((kit) => getReviewRowsSql(kit, condition(kit)))
  const result =
    await sql<WorkRecord>`${sql.join(parts, sql` union all `)} order by submitted, kind, id`.execute(
      context.db,
    )
  return result.rows
}

/** Returns the kits of all reviews. */
export const all = (): Kit[] => [...kits().values()].map(({ kit }) => kit)

/** Returns the kind and number of a record and the path of its screen. */
export const getRecordLink = ({ review }: Kit, row: Pick<WorkRecord, 'id' | 'place'>) => ({
  kindLabel: review.entity.label,
  number: review.numberOf(row.id),
  to: openPath(review, row.place),
})

type DecisionTerms = { term: Term; twoPerson: Awaited<ReturnType<typeof twoPersonRule>> }

/** Loads the promised days of each review and its two-person rule, once per call. */
async function loadTerms(context: AnyContext): Promise<Map<string, DecisionTerms>> {
  const workingDay = await workingDays(context)
  const terms = all().map(async ({ review }) => {
    const term = { days: await loadTurnaround(context, review), workingDay }
    return [review.name, { term, twoPerson: await twoPersonRule(context, review) }] as const
  })
  return new Map(await Promise.all(terms))
}

/** Whether a step may be taken for many records at once. */
const isAtOnce = (name: string): name is StepAtOnce => stepsAtOnce.some((text) => text === name)

/** Whether an action is a decision that a manager makes. */
const isApproval = ({ steps }: Flow, { name, to }: Pick<Action, 'name' | 'to'>): boolean =>
  steps[name]?.by === 'agency manager' && (to ?? 0) >= RequestStatus.APPROVED

/** Returns who acts next on an open record. */
function getTurn({ review: { flow } }: Kit, { statusId, waitingSince }: WorkRecord): NextActor {
  if (waitingSince !== null) return 'company'
  const decided = Object.values(flow.steps).some(
    (step) => step.from.includes(statusId) && isApproval(flow, step),
  )
  return statusId === RequestStatus.REVIEWED && decided ? 'manager' : 'analyst'
}

/**
 * Returns the label of an open record's state. It says if the company must answer, or if the company answered
 * and the analyst has not yet acted on it; otherwise it is the label of the status.
 */
function getState({ review }: Kit, row: WorkRecord, turn: NextActor): string {
  if (turn === 'company') return 'Waiting for the company'
  const { statusId, submitted, reSubmitted, answered: isAnswered } = row
  const returned = statusId === RequestStatus.SUBMITTED && reSubmitted !== null
  const isNews = returned || (isAnswered && statusId < RequestStatus.REVIEWED)
  return isNews ? 'Answered by company' : review.labelOf(statusId, submitted)
}

/**
 * Loads the open records that meet the condition, oldest first, with the steps that the caller may take. Only
 * the list loads the occupancy of the properties, because every page counts these records.
 */
export async function openLines(
  context: AnyContext,
  condition: RawBuilder<unknown>,
  loadOccupancy: typeof loadNewestOccupancy = async () => new Map(),
): Promise<WorkLine[]> {
  const [matches, terms] = await Promise.all([
    loadRecords(context, all(), () => condition),
    loadTerms(context),
  ])
  const occupancy = await loadOccupancy(
    context,
    matches.flatMap(({ propertyId }) => propertyId ?? []),
  )
  return mapInTurns(matches, (row) => {
    const { kit } = kits().get(row.kind)!
    const { flow } = kit.review
    const { term, twoPerson } = terms.get(row.kind)!
    const {
      kind,
      id,
      subject,
      city,
      companyName,
      amount,
      statusId,
      version,
      submitted,
      reviewerId,
      reviewerName,
    } = row
    const actions = getOpenActions(flow, row, context.actor, { twoPerson: twoPerson(row) })
    const turn = getTurn(kit, row)
    return {
      kind,
      id,
      subject,
      city,
      companyName,
      amount,
      statusId,
      version,
      submitted,
      reviewerId,
      reviewerName,
      ...getRecordLink(kit, row),
      title: null,
      occupancy: row.propertyId === null ? null : (occupancy.get(row.propertyId) ?? null),
      statusLabel: getState(kit, row, turn),
      ...getReviewClock(context, row, term),
      askedUntil: row.askedUntil,
      turn,
      mayApprove: turn === 'manager' && actions.some((action) => isApproval(flow, action)),
      steps: actions.map(({ name }) => name).filter(isAtOnce),
    }
  })
}

/** Serves the agency's work list. */
const openHandler = serve(getWork, async (context) => {
  const [rows, people, otherRows] = await Promise.all([
    openLines(context, OPEN, loadNewestOccupancy),
    analystsToday(context),
    loadOtherWork(context, kits().keys()),
  ])
  return { today: context.settings.today(), rows: [...rows, ...otherRows], people }
})

/**
 * SQL: whether the caller may read record `r` of a review. It is needed because row-level security checks
 * only one permission per call, and these calls read records of many permissions.
 */
export const readable = ({ actor }: AnyContext, { review }: Kit): RawBuilder<boolean> => {
  const key = getReadPermission(review)
  return key
    ? sql`coalesce(r.property_id = any ((select kernel.scope(${actor.userId}, ${key}, 'read'))::integer[]),
      true)`
    : sql`true`
}

/**
 * Loads the undecided filed records of a property that the caller may read, and for companies also drafts.
 */
export async function openAtProperty(context: AnyContext, propertyId: number) {
  const agency = isAgency(context.actor)
  const open = agency
    ? OPEN
    : sql`r.status_id in (${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.SUBMITTED}, ${sqlStatus.UNDER_REVIEW},
      ${sqlStatus.REVIEWED})`
  const propertyKits = all().filter(({ review }) => has(review, 'propertyId'))
  const condition = (kit: Kit) => sql`r.property_id = ${propertyId} and ${open} and ${readable(context, kit)}`
  const [matches, terms] = [await loadRecords(context, propertyKits, condition), await loadTerms(context)]
  const rows = matches.map((row) => {
    const { kit } = kits().get(row.kind)!
    const { id, amount, statusId, submitted } = row
    return {
      id,
      amount,
      statusId,
      submitted,
      ...getRecordLink(kit, row),
      statusLabel: kit.review.labelOf(statusId, submitted),
      promisedBy: getReviewClock(context, row, terms.get(row.kind)!.term).promisedBy,
      reviewerName: agency ? row.reviewerName : null,
    }
  })
  return rows
}

/** Serves the open records of a property. */
const atPropertyHandler = serve(getOpenAtProperty, async (context) => {
  const { propertyId } = await readProperty(context, context.params.propertyId)
  return { today: context.settings.today(), rows: await openAtProperty(context, propertyId) }
})

/** Serves the count of the caller's work. It loads only records on which the caller may act next. */
const countHandler = serve(getWorkCount, async (context) => {
  const { userId } = context.actor
  const isCandidate = sql`${OPEN} and (r.status_id = ${RequestStatus.REVIEWED}
    or r.reviewer_id = ${userId} or r.reviewer_id in (${standInForIdsSql(context)}))`
  const [records, out, toConfirm] = await Promise.all([
    openLines(context, isCandidate),
    loadAbsentPeople(context),
    loadOtherWork(context, kits().keys(), { toConfirm: true }),
  ])
  const rows = [...records, ...toConfirm]
  const coveredUserIds = new Set(
    out.filter(({ standInId }) => standInId === userId).map((item) => item.userId),
  )
  const mine = rows.filter((row) => isMine(row, userId, coveredUserIds))
  const toApprove = mine.filter((row) => row.mayApprove)
  const day = context.settings.today()
  return {
    mine: mine.length,
    late: mine.filter((row) => isLate(row, day)).length,
    toApprove: toApprove.length,
    amount: computeReviewSum(toApprove),
  }
})

/** Serves the decisions of the last days that had a promised day, the latest first. */
const decidedHandler = serve(getDecidedWork, async (context) => {
  const terms = await loadTerms(context)
  const day = context.settings.today()
  const promising = all().filter(({ review }) => terms.get(review.name)?.term.days != null)
  const since = sql`r.submitted is not null
    and ${agencyDaySql(sql`r.decided`)} > ${addDays(day, -DECIDED_DAYS)}::date`
  const records = await loadRecords(context, promising, () => since)
  const rows = records.map(
    (row): DecidedLine => ({
      ...getRecordLink(kits().get(row.kind)!.kit, row),
      subject: row.subject,
      companyName: row.companyName,
      reviewerName: row.reviewerName,
      submitted: row.submitted!,
      decidedOn: agencyDay(row.decided!),
      promisedBy: getReviewClock(context, row, terms.get(row.kind)!.term).promisedBy!,
    }),
  )
  return { today: day, rows: rows.sort((a, b) => b.decidedOn.localeCompare(a.decidedOn)) }
})

/** The calls about the records of all reviews. */
export const served: Served[] = [
  openHandler,
  atPropertyHandler,
  countHandler,
  decidedHandler,
  standingHandler((kind) => getReview(kind)?.kit),
  assignHandler(getReview),
  stepHandler(getReview),
]

/** The to-dos about decisions that depend on a record that is open again (domain 47.5). */
export const undoneToDos: ToDoSource = {
  kind: 'standing.undone',
  label: 'Decided on a record that is open again',
  waitsFor: 'agency',
  rows: () => sql.join(all().map(undoneToDosSql), sql` union all `),
}
