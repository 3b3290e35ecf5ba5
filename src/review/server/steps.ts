import { sql } from 'kysely'
import { subjectObstacles } from '#ground/portfolio/tasks/server/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus, withAgency } from '#kernel/model/status.ts'
import { type FlowRow, writerFault } from '#kernel/model/workflow.ts'
import type { Db } from '#kernel/server/database.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  type Effects,
  type StepEffects,
  type TransitionRequest,
  transition,
} from '#kernel/server/workflow.ts'
import { openQuestion } from '../model/questions.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { findReviewFaults } from '../model/rules.ts'
import { undoes } from '../model/standing.ts'
import { type BaseStep, forcible } from '../model/steps.ts'
import { strictFaults } from './beyond.ts'
import { type AnyDetail, type AnyRow, type Kit, now, type Values } from './kit.ts'
import { draftLetter } from './letters.ts'
import { mailAbout } from './mails.ts'
import { closeQuestions } from './questions.ts'
import { loadReviewDetail } from './records.ts'
import { twoPersonRule } from './ruleDay.ts'
import { noteStanding } from './standing.ts'
import { findWriters } from './writers.ts'

type Effect = StepEffects<AnyRow>

const { REVIEWED, APPROVED, REJECTED } = RequestStatus

/** The record as the rules of a request's step saw it, so that its effects need not read it again. */
const weakMap = new WeakMap<AnyContext, AnyDetail>()

/**
 * The same for what else a subject asks of the step: it is not read again. Null where no rule looked at this
 * very record.
 */
export function judgedDetail<Detail>(
  context: AnyContext,
  { entity }: Pick<Kit['review'], 'entity'>,
  row: AnyRow,
) {
  const cachedDetail = weakMap.get(context)
  const isCurrent =
    cachedDetail &&
    getReviewKey(entity, cachedDetail) === getReviewKey(entity, row) &&
    cachedDetail.version === row.version
  return isCurrent ? (cachedDetail as Detail) : null
}

/** Everything the review's rules find, over the record as its screen shows it. */
async function ruleFaults(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  ruleSet: 'rules' | 'reviewRules',
): Promise<Fault[]> {
  const rules = kit.review[ruleSet]
  if (!rules) return []
  const detail = await loadReviewDetail(context, kit, getReviewKey(kit.review.entity, row))
  weakMap.set(context, detail)
  return findReviewFaults(rules as Parameters<typeof findReviewFaults<Values, Values>>[0], detail, detail)
}

/**
 * Faults that keep a record from being submitted: those of the rules, and the requirements of its property.
 */
async function filingFaults(context: AnyContext, kit: Kit, row: AnyRow): Promise<Fault[]> {
  const reasons = await subjectObstacles(context, row.propertyId ?? null, kit.review.module)
  const faults = await strictFaults(context, kit, row, await ruleFaults(context, kit, row, 'rules'))
  return [...faults, ...reasons.map((message) => ({ field: '', message }))]
}

/**
 * Statuses that only the system sets cannot be forced, and under the two-person rule no person can force an
 * approval alone: another person must have reviewed it before.
 */
export async function forcedFaults(
  context: AnyContext,
  { review }: Kit,
  row: AnyRow,
  to: number | null,
): Promise<Fault[]> {
  if (to !== null && !forcible(review.flow).includes(to))
    return [{ field: 'statusId', message: `${review.labelOf(to, null)}: only the system leads there.` }]
  if (to !== APPROVED || !(await twoPersonRule(context, review))(row)) return []
  const { actor } = context
  const reviewedById = row.statusId === REVIEWED ? row.reviewedById : null
  const fault = writerFault(row as FlowRow, actor)
  if (fault !== null) return [{ field: 'statusId', message: fault }]
  if (reviewedById !== null && reviewedById !== actor.userId && !actor.tiedTo.includes(reviewedById))
    return []
  const message = `Two persons decide on this ${review.noun}: it is forced to be approved only by somebody else than its reviewer, once it is reviewed.`
  return [{ field: 'statusId', message }]
}

async function decided(
  context: AnyContext,
  { server }: Kit,
  row: AnyRow,
  reason: string | null,
): Promise<void> {
  if (row.statusId === APPROVED) await server.effects?.granted?.(context, row)
  else await server.effects?.denied?.(context, row, reason)
}

async function returned(context: AnyContext, kit: Kit, row: AnyRow, reason: string | null): Promise<void> {
  const mailLines = (await kit.server.returned?.(context, row)) ?? []
  await mailAbout(context, kit, row, 'returned', [reason ?? '', ...mailLines])
}

/** Mails the current decision to all people concerned. */
export async function mailDecision(
  context: AnyContext,
  kit: Kit,
  detail: AnyDetail,
  attaching = true,
): Promise<void> {
  const { server, review } = kit
  const approves = detail.statusId === APPROVED
  const mailLines = (approves ? server.mailLines : server.deniedLines)?.(detail) ?? []
  const letter = review.letters ? [`The letter is with the ${review.noun}.`] : []
  const comment = detail.decisionComment ? [detail.decisionComment] : []
  await mailAbout(
    context,
    kit,
    detail,
    approves ? 'approved' : 'denied',
    [...mailLines, ...comment, ...letter],
    attaching,
  )
}

/** A forced status keeps everything else true: nothing stays granted but for an approved record. */
async function forced(
  context: AnyContext,
  { server }: Kit,
  row: AnyRow,
  reason: string | null,
): Promise<void> {
  await server.effects?.withdrawn?.(context, row)
  if (row.statusId === APPROVED) await server.effects?.granted?.(context, row)
  if (row.statusId === REJECTED) await server.effects?.denied?.(context, row, reason)
}

const decision = (context: AnyContext, reason: string | null): Partial<AnyRow> => ({
  decidedById: context.actor.userId,
  decided: now(context),
  decisionComment: reason,
})
const reviewedBy = (context: AnyContext): Partial<AnyRow> => ({
  reviewedById: context.actor.userId,
  reviewed: now(context),
})
const unreviewed = { reviewedById: null, reviewed: null }
/**
 * A record that is with the agency or under review again has not been reviewed, regardless of the step that
 * led there.
 */
const reviewGone = (to: number) => (withAgency(to) && to < REVIEWED ? unreviewed : {})
const undecided = { decidedById: null, decided: null, decisionComment: null }

/** What each step of the base does. */
function baseEffects(kit: Kit): Record<string, Effect> {
  const reviewNeeds: Effect['needs'] = (context, row) => ruleFaults(context, kit, row, 'reviewRules')
  const deny: Effect = {
    stamp: (context, _row, reason) => decision(context, reason),
    after: (...step) => decided(step[0], kit, step[1], step[2]),
  }
  const approve: Effect = { ...deny, needs: reviewNeeds }
  const submit: Effect = {
    needs: (context, row) => filingFaults(context, kit, row),
    stamp: (context, row) => ({
      submittedById: context.actor.userId,
      returnReason: null,
      ...(row.submitted ? { reSubmitted: now(context) } : { submitted: now(context) }),
    }),
    after: async (context, row) => {
      await mailAbout(context, kit, row, 'submitted')
      const cachedDetail = weakMap.get(context)
      if (cachedDetail) await kit.server.filed?.(context, row, cachedDetail)
    },
  }
  return {
    submit,
    submitOnBehalf: submit,
    recall: {
      after: (context, row, reason) => mailAbout(context, kit, row, 'recalled', reason ? [reason] : []),
    },
    return: {
      stamp: (_context, _row, reason) => ({ returnReason: reason }),
      after: (...step) => returned(step[0], kit, step[1], step[2]),
    },
    startReview: { stamp: (context) => ({ reviewerId: context.actor.userId, reviewStarted: now(context) }) },
    review: { needs: reviewNeeds, stamp: reviewedBy },
    backToReview: { stamp: () => unreviewed },
    approve,
    approveDirectly: approve,
    deny,
    reopen: {
      stamp: () => ({ ...undecided, ...unreviewed }),
      after: async (context, row) => kit.server.effects?.withdrawn?.(context, row),
    },
    adminChange: {
      // A person who forces a record to be reviewed is its reviewer, and the earlier review is no longer
      // shown.
      stamp: (context, _row, reason, to) => {
        if (to >= APPROVED) return decision(context, reason)
        return { ...undecided, ...(to === REVIEWED ? reviewedBy(context) : unreviewed) }
      },
      after: (context, row, reason) => forced(context, kit, row, reason),
    },
  }
}

type Further = {
  needs?: Effect['needs']
  followed?: ((context: AnyContext, row: AnyRow) => Promise<void>) | undefined
}

/** The base of a step with what its subject adds: needs and stamps of both, the base's effect first. */
function joined(base: Effect = {}, effect: Effect = {}, { needs, followed }: Further = {}): Effect {
  return {
    needs: async (context, row, to) => [
      ...((await base.needs?.(context, row, to)) ?? []),
      ...((await effect.needs?.(context, row, to)) ?? []),
      ...((await needs?.(context, row, to)) ?? []),
    ],
    stamp: (...step) => ({ ...reviewGone(step[3]), ...base.stamp?.(...step), ...effect.stamp?.(...step) }),
    after: async (...step) => {
      await base.after?.(...step)
      await effect.after?.(...step)
      await followed?.(step[0], step[1])
    },
  }
}

/** What every step of a review does: the base, what its subject adds, and the rule about forced money. */
export function getEffects(kit: Kit): Effects<AnyRow> {
  const base = baseEffects(kit)
  const { steps = {}, needs = {}, followed } = kit.server
  return Object.fromEntries(
    Object.keys(kit.review.flow.steps).map((name) => {
      const effectName = name === 'submitOnBehalf' ? 'submit' : name
      return [
        name,
        joined(
          name === 'adminChange'
            ? { ...base[name], needs: (context, row, to) => forcedFaults(context, kit, row, to) }
            : base[name],
          steps[effectName] as Effect | undefined,
          { needs: needs[effectName], followed },
        ),
      ]
    }),
  )
}

export type Wanted = Pick<TransitionRequest, 'reason' | 'version' | 'to'> & {
  seen?: string | null | undefined
  letterText?: readonly (string | null)[] | null | undefined
  /** A letter that is attached to its mail is created only when the step is committed. */
  attaching?: boolean
}

/** Whether a step undoes a decision on a record; `wanted` is the target of a forced change. */
export const isUndo = ({ review }: Kit, row: AnyRow, step: string, targetStatus?: number | null): boolean =>
  undoes(row.statusId, review.flow.steps[step]?.to ?? targetStatus ?? row.statusId)

const decisions: readonly (string | undefined)[] = ['approve', 'approveDirectly', 'deny'] satisfies BaseStep[]

/**
 * Takes a step of a record's review and returns the record after it; see `transition`. `choose` names the
 * step, knowing the locked row; none is a 409. A decision goes out as letter and mail after all of its
 * effects.
 */
export async function take(
  context: AnyContext,
  kit: Kit,
  effects: Effects<AnyRow>,
  id: number,
  choose: string | ((row: AnyRow) => string | undefined),
  { seen, letterText, attaching, ...wanted }: Wanted = {},
): Promise<AnyDetail> {
  const { entity, flow } = kit.review
  const row = (await lockRow(context, entity, id)) as AnyRow
  const step = typeof choose === 'string' ? choose : choose(row)
  if (!step) return refuse.conflict(`${flow.title}: no step leads there from the present status.`)
  const twoPerson = (await twoPersonRule(context, kit.review))(row)
  if (isUndo(kit, row, step, wanted.to)) await noteStanding(context, kit, id)
  const approves = flow.steps[step]?.notBy !== undefined || wanted.to === APPROVED
  const wroteIds = twoPerson && approves ? await findWriters(context, kit, id) : []
  const request = { rowId: id, step, ...wanted, twoPerson }
  const updatedRow = await transition<AnyRow>(context, flow, entity, effects, { ...row, wroteIds }, request)
  let detail = await loadReviewDetail(context, kit, id)
  if (openQuestion(detail.questions) && !withAgency(updatedRow.statusId)) {
    await closeQuestions(context, kit, id)
    detail = await loadReviewDetail(context, kit, id)
  }
  if (decisions.includes(step) && updatedRow.version !== row.version) {
    refuseUnseen(kit, detail, seen)
    const kind = updatedRow.statusId === APPROVED ? 'approve' : 'deny'
    await draftLetter(context, kit, kind, detail, updatedRow.decisionComment, letterText)
    await mailDecision(context, kit, detail, attaching)
  }
  return detail
}

/** Refuses a decision that would lead to other figures than those it was made on; nothing of it is stored. */
function refuseUnseen({ server }: Kit, detail: AnyDetail, seenFigures: string | null | undefined): void {
  const figures = seenFigures == null ? null : server.figures?.(detail)
  if (figures && figures !== seenFigures)
    refuse.conflict(`Nothing is decided, because the figures have changed. ${figures} Look at them again.`)
}

/**
 * Takes a step of the system for each of these records that it fits: status, version and history in one
 * statement; history names no person. Returns the records that it was taken for. Other effects, such as
 * mails, are up to its job.
 */
export async function takeAll(
  db: Db,
  review: Pick<Kit['review'], 'entity' | 'flow' | 'name'>,
  name: string,
  ids: readonly number[],
  reason: string | null = null,
): Promise<number[]> {
  const step = review.flow.steps[name]
  if (step?.by !== 'system' || step.to === null) throw new Error(`${name} is no step of the system.`)
  const key = sql.ref(`r.${snakeCase(review.entity.key)}`)
  const owner = 'propertyId' in review.entity.fields ? sql`before.property_id` : sql`null::integer`
  const result = await sql<{ id: number }>`
    with before as (select * from ${sql.table(review.entity.table)}
    where ${sql.ref(snakeCase(review.entity.key))} = any (${[...ids]}::integer[])
        and status_id = any (${[...step.from]}::integer[]) for update),
    taken as (update ${sql.table(review.entity.table)} r set status_id = ${step.to}, version = r.version + 1
      from before where ${key} = before.${sql.ref(snakeCase(review.entity.key))}
      returning ${key} as id, before.status_id as from_status_id, ${owner} as property_id),
    written as (insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action,
    reason)
      select ${review.flow.entity}, id, property_id, from_status_id, ${step.to}::integer, ${name}::text,
      ${reason}::text from taken),
    closed as (update record_question set closed_on = greatest(asked_on, ${agencyDay(sql`now()`)}),
    version = version + 1
      where kind = ${review.name} and record_id in (select id from taken) and closed_on is null
        and not ${withAgency(step.to)}::boolean)
    select id from taken`.execute(db)
  return result.rows.map((row) => row.id)
}
