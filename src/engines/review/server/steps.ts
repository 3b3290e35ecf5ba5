import { sql } from 'kysely'
import { loadSubjectObstacles } from '#core/portfolio/tasks/server/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import { type FlowRow, getWriterObstacle } from '#kernel/model/workflow.ts'
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
import { isUndoingStep } from '../model/dependents.ts'
import { openQuestion } from '../model/questions.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { findReviewFaults } from '../model/rules.ts'
import { type BaseStep, getForcibleStatuses } from '../model/steps.ts'
import { noteDependentDecisions } from './dependents.ts'
import { type AnyDetail, type AnyRow, type Kit, now, type StepNotes, type Values } from './kit.ts'
import { draftLetter } from './letters.ts'
import { mailAbout } from './mails.ts'
import { getBlockingFaults } from './omittedFields.ts'
import { closeQuestions } from './questions.ts'
import { loadReviewDetail } from './records.ts'
import { twoPersonRule } from './ruleDay.ts'
import { findWriters } from './writers.ts'

type Effect = StepEffects<AnyRow, StepNotes>

const { REVIEWED, APPROVED, REJECTED } = RequestStatus

/** Runs the rules of a review on the record as its screen shows it, and returns their faults. */
async function findRuleFaults(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  ruleSet: 'rules' | 'reviewRules',
  notes: StepNotes,
): Promise<Fault[]> {
  const rules = kit.review[ruleSet]
  if (!rules) return []
  const detail = await loadReviewDetail(context, kit, getReviewKey(kit.review.entity, row))
  notes.checkedDetail = detail
  return findReviewFaults(rules as Parameters<typeof findReviewFaults<Values, Values>>[0], detail, detail)
}

/**
 * Returns the faults that prevent a submission: those of the rules, and unmet requirements of its property.
 */
async function findSubmissionFaults(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  notes: StepNotes,
): Promise<Fault[]> {
  const reasons = await loadSubjectObstacles(context, row.propertyId ?? null, kit.review.module)
  const ruleFaults = await findRuleFaults(context, kit, row, 'rules', notes)
  const faults = await getBlockingFaults(context, kit, row, ruleFaults)
  return [...faults, ...reasons.map((message) => ({ field: '', message }))]
}

/**
 * Returns the faults that prevent a forced change. Statuses that only the system sets cannot be forced. Under
 * the two-person rule no user can force an approval alone, because another person must have reviewed the
 * record before.
 */
export async function findForcedChangeFaults(
  context: AnyContext,
  { review }: Kit,
  row: AnyRow,
  to: number | null,
): Promise<Fault[]> {
  if (to !== null && !getForcibleStatuses(review.flow).includes(to))
    return [{ field: 'statusId', message: `${review.labelOf(to, null)}: only the system leads there.` }]
  if (to !== APPROVED || !(await twoPersonRule(context, review))(row)) return []
  const { actor } = context
  const reviewedById = row.statusId === REVIEWED ? row.reviewedById : null
  const fault = getWriterObstacle(row as FlowRow, actor)
  if (fault !== null) return [{ field: 'statusId', message: fault }]
  if (reviewedById !== null && reviewedById !== actor.userId && !actor.tiedTo.includes(reviewedById))
    return []
  const message = `Two persons decide on this ${review.noun}: it is forced to be approved only by somebody else than its reviewer, once it is reviewed.`
  return [{ field: 'statusId', message }]
}

/** Runs the effects of a decision that the subject declares. */
async function runDecisionEffects(
  context: AnyContext,
  { server }: Kit,
  row: AnyRow,
  reason: string | null,
): Promise<void> {
  if (row.statusId === APPROVED) await server.effects?.granted?.(context, row)
  else await server.effects?.denied?.(context, row, reason)
}

/** Runs the effect of a return and mails it with its reason. */
async function runReturnEffects(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  reason: string | null,
): Promise<void> {
  const mailLines = (await kit.server.returned?.(context, row)) ?? []
  await mailAbout(context, kit, row, 'returned', [reason ?? '', ...mailLines])
}

/** Mails the current decision to everyone concerned. */
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

/**
 * Runs the effects of a forced status: what an approval granted is withdrawn unless the record is approved.
 */
async function runForcedEffects(
  context: AnyContext,
  { server }: Kit,
  row: AnyRow,
  reason: string | null,
): Promise<void> {
  await server.effects?.withdrawn?.(context, row)
  if (row.statusId === APPROVED) await server.effects?.granted?.(context, row)
  if (row.statusId === REJECTED) await server.effects?.denied?.(context, row, reason)
}

/** The columns that a decision sets. */
const getDecisionColumns = (context: AnyContext, reason: string | null): Partial<AnyRow> => ({
  decidedById: context.actor.userId,
  decided: now(context),
  decisionComment: reason,
})
/** The columns that a finished review sets. */
const getReviewColumns = (context: AnyContext): Partial<AnyRow> => ({
  reviewedById: context.actor.userId,
  reviewed: now(context),
})
const unreviewed = { reviewedById: null, reviewed: null }
/**
 * The columns that a step to this status clears: a record that is submitted or under review again has not
 * been reviewed.
 */
const getClearedReviewColumns = (to: number) => (isWithAgency(to) && to < REVIEWED ? unreviewed : {})
const undecided = { decidedById: null, decided: null, decisionComment: null }

/**
 * The effect of a subject's own step that leads to a decision: its reason replaces the comment on the
 * decision before it. The day of the first decision remains, because the promised time ended with it.
 */
const laterDecision: Effect = {
  stamp: (_context, row, reason, to) =>
    to >= APPROVED && row.statusId >= APPROVED && reason ? { decisionComment: reason } : {},
}

/** Builds the requirements, changed columns and effects of each step of the base table. */
function buildBaseEffects(kit: Kit): Record<string, Effect> {
  const reviewNeeds: Effect['needs'] = (context, row, _to, notes) =>
    findRuleFaults(context, kit, row, 'reviewRules', notes)
  const deny: Effect = {
    stamp: (context, _row, reason) => getDecisionColumns(context, reason),
    after: (...step) => runDecisionEffects(step[0], kit, step[1], step[2]),
  }
  const approve: Effect = { ...deny, needs: reviewNeeds }
  const submit: Effect = {
    needs: (context, row, _to, notes) => findSubmissionFaults(context, kit, row, notes),
    stamp: (context, row) => ({
      submittedById: context.actor.userId,
      returnReason: null,
      ...(row.submitted ? { reSubmitted: now(context) } : { submitted: now(context) }),
    }),
    after: async (context, row, _reason, { checkedDetail }) => {
      await mailAbout(context, kit, row, 'submitted')
      if (checkedDetail) await kit.server.filed?.(context, row, checkedDetail)
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
      after: (...step) => runReturnEffects(step[0], kit, step[1], step[2]),
    },
    startReview: { stamp: (context) => ({ reviewerId: context.actor.userId, reviewStarted: now(context) }) },
    review: { needs: reviewNeeds, stamp: getReviewColumns },
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
        if (to >= APPROVED) return getDecisionColumns(context, reason)
        return { ...undecided, ...(to === REVIEWED ? getReviewColumns(context) : unreviewed) }
      },
      after: (context, row, reason) => runForcedEffects(context, kit, row, reason),
    },
  }
}

/** The additions of a subject to a step. */
type StepAdditions = {
  needs?: ((context: AnyContext, row: AnyRow, notes: StepNotes) => Promise<Fault[]>) | undefined
  followed?: ((context: AnyContext, row: AnyRow) => Promise<void>) | undefined
}

/** Combines the base of a step with the additions of its subject. The effect of the base runs first. */
function combineEffects(
  base: Effect = {},
  effect: Effect = {},
  { needs, followed }: StepAdditions = {},
): Effect {
  return {
    needs: async (context, row, to, notes) => [
      ...((await base.needs?.(context, row, to, notes)) ?? []),
      ...((await effect.needs?.(context, row, to, notes)) ?? []),
      ...((await needs?.(context, row, notes)) ?? []),
    ],
    stamp: (...step) => ({
      ...getClearedReviewColumns(step[3]),
      ...base.stamp?.(...step),
      ...effect.stamp?.(...step),
    }),
    after: async (...step) => {
      await base.after?.(...step)
      await effect.after?.(...step)
      await followed?.(step[0], step[1])
    },
  }
}

/**
 * Builds the effects of every step of a review: those of the base, the additions of its subject, and the
 * checks of forced changes.
 */
export function getEffects(kit: Kit): Effects<AnyRow, StepNotes> {
  const base = buildBaseEffects(kit)
  const { steps = {}, needs = {}, followed } = kit.server
  return Object.fromEntries(
    Object.keys(kit.review.flow.steps).map((name) => {
      const effectName = name === 'submitOnBehalf' ? 'submit' : name
      return [
        name,
        combineEffects(
          name === 'adminChange'
            ? { ...base[name], needs: (context, row, to) => findForcedChangeFaults(context, kit, row, to) }
            : (base[name] ?? laterDecision),
          steps[effectName] as Effect | undefined,
          { needs: needs[effectName], followed },
        ),
      ]
    }),
  )
}

/** The options of a step that a caller sends. */
export type StepOptions = Pick<TransitionRequest, 'reason' | 'version' | 'to'> & {
  /** The figures that the caller saw before the decision; the step is refused if they have changed. */
  seen?: string | null | undefined
  /** The rewritten paragraphs of the letter. */
  letterText?: readonly (string | null)[] | null | undefined
  /** Whether to attach the letter to the mail. Previews set it to false. */
  attaching?: boolean
}

/** Whether a step undoes a decision on a record. `targetStatus` is the target of a forced change. */
export const isUndo = ({ review }: Kit, row: AnyRow, step: string, targetStatus?: number | null): boolean =>
  isUndoingStep(row.statusId, review.flow.steps[step]?.to ?? targetStatus ?? row.statusId)

const decisionSteps: readonly (string | undefined)[] = [
  'approve',
  'approveDirectly',
  'deny',
] satisfies BaseStep[]

/**
 * Takes a step of a record's review and returns the record after it; see `transition`. `choose` is the name
 * of the step, or a function that chooses it from the locked row. Without a step it refuses (409). A decision
 * is sent as letter and mail after all of its effects.
 */
export async function takeReviewStep(
  context: AnyContext,
  kit: Kit,
  effects: Effects<AnyRow, StepNotes>,
  id: number,
  choose: string | ((row: AnyRow) => string | undefined),
  { seen, letterText, attaching, ...wanted }: StepOptions = {},
): Promise<AnyDetail> {
  const { entity, flow } = kit.review
  const row = (await lockRow(context, entity, id)) as AnyRow
  const step = typeof choose === 'string' ? choose : choose(row)
  if (!step) return refuse.conflict(`${flow.title}: no step leads there from the present status.`)
  const twoPerson = (await twoPersonRule(context, kit.review))(row)
  if (isUndo(kit, row, step, wanted.to)) await noteDependentDecisions(context, kit, id)
  const approves = flow.steps[step]?.notBy !== undefined || wanted.to === APPROVED
  const wroteIds = twoPerson && approves ? await findWriters(context, kit, id) : []
  const request = { rowId: id, step, ...wanted, twoPerson }
  const notes: StepNotes = { fromStatusId: row.statusId, checkedDetail: null }
  const lockedRow: AnyRow = { ...row, wroteIds }
  const updatedRow = await transition(context, flow, entity, effects, lockedRow, request, notes)
  let detail = await loadReviewDetail(context, kit, id)
  if (openQuestion(detail.questions) && !isWithAgency(updatedRow.statusId)) {
    await closeQuestions(context, kit, id)
    detail = await loadReviewDetail(context, kit, id)
  }
  if (decisionSteps.includes(step) && updatedRow.version !== row.version) {
    refuseChangedFigures(kit, detail, seen)
    const kind = updatedRow.statusId === APPROVED ? 'approve' : 'deny'
    await draftLetter(context, kit, kind, detail, updatedRow.decisionComment, notes, letterText)
    await mailDecision(context, kit, detail, attaching)
  }
  return detail
}

/** Refuses a decision if its figures differ from those that the caller saw. Nothing is then stored. */
function refuseChangedFigures(
  { server }: Kit,
  detail: AnyDetail,
  seenFigures: string | null | undefined,
): void {
  const figures = seenFigures == null ? null : server.figures?.(detail)
  if (figures && figures !== seenFigures)
    refuse.conflict(`Nothing is decided, because the figures have changed. ${figures} Look at them again.`)
}

/**
 * Takes a step of the system for each of these records whose status allows it, in one statement. The history
 * names no person. Returns the ids of the changed records. The caller runs other effects, such as mails.
 */
export async function takeSystemStep(
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
        and not ${isWithAgency(step.to)}::boolean)
    select id from taken`.execute(db)
  return result.rows.map((row) => row.id)
}
