import { z } from 'zod'
import { type Actor, inScope, isAgency, isAgencyWriter, mayAsAgency, runsCompany } from './access.ts'
import { RequestStatus } from './status.ts'

/**
 * Types and checks of declared workflows. The server's checks, the buttons with their confirm dialogs, status
 * labels, queue tabs, history texts and the transition tests all follow from a flow. Statuses are those of
 * ST-04: 1 Not Submitted, 2 Submitted, 3 Under Review, 4 Reviewed, 5 Approved, 6 Rejected.
 */

/**
 * Who may take a step. `company` includes agency writers, who may act for a company. Steps of `system`, such
 * as the end of a term, are never taken by a person.
 */
export type StepActor =
  | 'company'
  | 'submitter company'
  | 'agency write'
  | 'agency manager'
  | 'agency admin'
  | 'system'

export type Step = {
  name: string
  /** Button text. */
  label: string
  /** The text in the history: "Submitted", "Returned for correction". */
  done: string
  from: readonly number[]
  /** The status it leads to; null if the caller chooses the status (admin change). */
  to: number | null
  by: StepActor
  reason: 'required' | 'optional' | 'none'
  /** The text of the confirm dialog, which explains the consequence. */
  confirm: string
  danger?: boolean
  /** Whether the step exists only while the two-person rule is on (true) or off (false). */
  twoPerson?: boolean
  /**
   * With the two-person rule on, another person must have reviewed the record before. If the record is
   * rejected, the person who rejected it may not take the step either.
   */
  notBy?: 'reviewer'
}

/**
 * The fields of a record that the checks need. It belongs to a property, or without a property id to a
 * company.
 */
export type FlowRow = {
  statusId: number
  version: number
  propertyId?: number | null
  managementCompanyId?: number | null
  reviewedById?: number | null
  decidedById?: number | null
  /** People who took part earlier, in addition to the two above. */
  seenBy?: readonly number[]
  /** The ids of the agency users who entered data that a decision on it depends on, such as its lines. */
  wroteIds?: readonly number[]
}

export type Flow<Entity extends string = string> = {
  entity: Entity
  /** Title of one record in messages: "Replacement reserve request". */
  title: string
  statuses: readonly number[]
  /** The labels of statuses that differ from those of a request. */
  labels?: Readonly<Record<number, string>>
  /** Statuses in which the company may still edit. */
  editable: readonly number[]
  steps: Readonly<Record<string, Step>>
}

/** A step that the caller may take. Every answer with a record includes them. */
export const Action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})
export type Action = z.infer<typeof Action>

/** A step that somebody else has to take, and why the caller may not. */
export const BlockedStep = z.object({ label: z.string(), message: z.string() })
export type BlockedStep = z.infer<typeof BlockedStep>

export type FlowSettings = { twoPerson: boolean }

/** Whether a person of a company may write the record. */
const writesFor = (actor: Actor, { propertyId = null, managementCompanyId = null }: FlowRow): boolean =>
  propertyId === null ? runsCompany(actor, managementCompanyId) : inScope(actor.scope.write, propertyId)

/** Whether a person has the role that a step requires. */
const hasRank = (role: StepActor, actor: Actor, row: FlowRow): boolean => {
  switch (role) {
    case 'company':
      return isAgency(actor) ? isAgencyWriter(actor) : writesFor(actor, row)
    case 'submitter company':
      return !isAgency(actor) && writesFor(actor, row)
    case 'agency write':
      return mayAsAgency(actor, 'write')
    case 'agency manager':
      return mayAsAgency(actor, 'manager')
    case 'agency admin':
      return mayAsAgency(actor, 'admin')
    case 'system':
      return false
  }
}

/** Returns the ids of the people who handled the record before. */
function getEarlierPeople({ statusId, reviewedById, decidedById, seenBy = [] }: FlowRow): number[] {
  const refusedBy = statusId === RequestStatus.REJECTED ? decidedById : null
  return [reviewedById, refusedBy, ...seenBy].filter((id) => id != null)
}

/** The end of a refusal's sentence: why two accounts do not count as two people. */
export const TIED_WORDS =
  'one of you made the account of the other, or changed its rights, within the last 30 days. Somebody else decides.'
const TIED = `You and the person who reviewed it do not count as two people: ${TIED_WORDS}`
const WROTE = 'You entered something that this decision rests on: somebody else decides.'
const TIED_WRITER = `You and a person who entered something that this decision rests on do not count as two people: ${TIED_WORDS}`
const SECOND = 'A second person approves after the review.'

/**
 * Returns why a person may not decide because of who entered the data of the decision: the person themselves,
 * or a person whose account is tied to theirs. Null if nothing prevents it.
 */
export function getWriterObstacle(
  { wroteIds = [] }: Pick<FlowRow, 'wroteIds'>,
  { userId, tiedTo }: Actor,
): string | null {
  if (wroteIds.includes(userId)) return WROTE
  return wroteIds.some((writerId) => tiedTo.includes(writerId)) ? TIED_WRITER : null
}

/** Returns why the two-person rule prevents a step; null if it does not. */
function twoPersonObstacle(step: Step, row: FlowRow, actor: Actor): string | null {
  if (step.notBy !== 'reviewer') return null
  const before = getEarlierPeople(row)
  if (before.includes(actor.userId))
    return row.statusId === RequestStatus.REJECTED
      ? 'The person who reviewed or refused it may not decide it; a second person does.'
      : 'The reviewer may not approve the same request; a second person decides.'
  if (before.some((userId) => actor.tiedTo.includes(userId))) return TIED
  const wroteFault = getWriterObstacle(row, actor)
  if (wroteFault) return wroteFault
  // A record in the status Reviewed was reviewed, even if the reviewer is unknown.
  return before.length === 0 && row.statusId !== RequestStatus.REVIEWED ? SECOND : null
}

/**
 * Returns why a step cannot be taken now; null if it can. `rank` means that the caller may never take it, and
 * `state` that it does not fit the status.
 */
export function getStepObstacle(
  step: Step,
  row: FlowRow,
  actor: Actor,
  settings: FlowSettings,
): { kind: 'rank' | 'state' | 'two-person'; message: string } | null {
  if (!hasRank(step.by, actor, row)) return { kind: 'rank', message: `${step.label} is not open to you.` }
  if (!step.from.includes(row.statusId))
    return { kind: 'state', message: `${step.label} does not fit the present status.` }
  if (step.twoPerson !== undefined && step.twoPerson !== settings.twoPerson)
    return { kind: 'two-person', message: step.twoPerson ? `${step.label} is not open to you.` : SECOND }
  const message = settings.twoPerson ? twoPersonObstacle(step, row, actor) : null
  if (message) return { kind: 'two-person', message }
  return null
}

/** Returns the steps that the caller may take now, in declared order. */
export function getOpenActions(flow: Flow, row: FlowRow, actor: Actor, settings: FlowSettings): Action[] {
  return Object.values(flow.steps)
    .filter((step) => getStepObstacle(step, row, actor, settings) === null)
    .map(({ name, label, confirm, reason, danger, to }) => ({ name, label, confirm, reason, danger, to }))
}

/**
 * Returns the steps that the caller could take now but for the two-person rule, with the reason. Before the
 * review is finished nobody waits for them.
 */
export function getBlockedSteps(
  flow: Flow,
  row: FlowRow,
  actor: Actor,
  settings: FlowSettings,
): BlockedStep[] {
  if (row.statusId < RequestStatus.REVIEWED) return []
  return Object.values(flow.steps).flatMap((step) => {
    const obstacle = getStepObstacle(step, row, actor, settings)
    const isBlocked = step.notBy === 'reviewer' && obstacle?.kind === 'two-person'
    return isBlocked ? [{ label: step.label, message: obstacle.message }] : []
  })
}

/** Whether the caller may edit the content of the record, without the reviewer's part. */
export const canEdit = (flow: Flow, row: FlowRow, actor: Actor): boolean =>
  flow.editable.includes(row.statusId) && hasRank('company', actor, row)
