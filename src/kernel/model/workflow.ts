import { z } from 'zod'
import { type Actor, inScope, isAgency, isAgencyWriter, mayAsAgency, runsCompany } from './access.ts'
import { RequestStatus } from './status.ts'

/**
 * Workflows are declared. From a flow come the server's enforcement, the buttons with their confirm dialogs,
 * status labels, queue tabs, history words and the transition tests. Statuses are those of ST-04: 1 Not
 * Submitted, 2 Submitted, 3 Under Review, 4 Reviewed, 5 Approved, 6 Rejected.
 */

/**
 * Who may take a step. `company` includes agency writers, who may act on a company's behalf; what `system`
 * takes, such as the end of a term, no person ever does.
 */
export type Who =
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
  /** How history puts it: "Submitted", "Returned for correction". */
  done: string
  from: readonly number[]
  /** Where it leads; null when the caller names the status (admin change). */
  to: number | null
  by: Who
  reason: 'required' | 'optional' | 'none'
  /** The consequence, for the confirm dialog. */
  confirm: string
  danger?: boolean
  /** Only while the module's two-person rule is on (or off). */
  twoPerson?: boolean
  /**
   * With the two-person rule on, another person must have reviewed it before; for a refused record, neither
   * its reviewer nor the person who refused it takes the step.
   */
  notBy?: 'reviewer'
}

/**
 * The fields of a row that the flow needs: of a property, or (with none, or in a table without the column) of
 * a company.
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
  /** Who of the agency entered what a decision on it rests on, such as a line of it. */
  wroteIds?: readonly number[]
}

export type Flow<Entity extends string = string> = {
  entity: Entity
  /** Title of one record in messages: "Replacement reserve request". */
  title: string
  statuses: readonly number[]
  /** What its statuses are called where they are not those of a request. */
  labels?: Readonly<Record<number, string>>
  /** Statuses in which the company may still edit. */
  editable: readonly number[]
  steps: Readonly<Record<string, Step>>
}

/** A step that the caller may take with a record; part of every answer with the record. */
export const Action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})
export type Action = z.infer<typeof Action>

export type FlowSettings = { twoPerson: boolean }

const actsFor = (actor: Actor, { propertyId = null, managementCompanyId = null }: FlowRow): boolean =>
  propertyId === null ? runsCompany(actor, managementCompanyId) : inScope(actor.scope.write, propertyId)

const hasRank = (role: Who, actor: Actor, row: FlowRow): boolean => {
  switch (role) {
    case 'company':
      return isAgency(actor) ? isAgencyWriter(actor) : actsFor(actor, row)
    case 'submitter company':
      return !isAgency(actor) && actsFor(actor, row)
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

/** People who handled the record earlier. */
function seenBy({ statusId, reviewedById, decidedById, seenBy = [] }: FlowRow): number[] {
  const refusedBy = statusId === RequestStatus.REJECTED ? decidedById : null
  return [reviewedById, refusedBy, ...seenBy].filter((id) => id != null)
}

/** Why two accounts do not count as two people; ends the sentence of the refusal. */
export const TIED_WORDS =
  'one of you made the account of the other, or changed its rights, within the last 30 days. Somebody else decides.'
const TIED = `You and the person who reviewed it do not count as two people: ${TIED_WORDS}`
const WROTE = 'You entered something that this decision rests on: somebody else decides.'
const TIED_WRITER = `You and a person who entered something that this decision rests on do not count as two people: ${TIED_WORDS}`
const SECOND = 'A second person approves after the review.'

/**
 * Why somebody is no second person to those who entered what a decision rests on; null when nothing is in the
 * way.
 */
export function writerFault(
  { wroteIds = [] }: Pick<FlowRow, 'wroteIds'>,
  { userId, tiedTo }: Actor,
): string | null {
  if (wroteIds.includes(userId)) return WROTE
  return wroteIds.some((writerId) => tiedTo.includes(writerId)) ? TIED_WRITER : null
}

/** The two-person rule's objection to a step; null without one. */
function twoPersonObstacle(step: Step, row: FlowRow, actor: Actor): string | null {
  if (step.notBy !== 'reviewer') return null
  const before = seenBy(row)
  if (before.includes(actor.userId))
    return row.statusId === RequestStatus.REJECTED
      ? 'The person who reviewed or refused it may not decide it; a second person does.'
      : 'The reviewer may not approve the same request; a second person decides.'
  if (before.some((userId) => actor.tiedTo.includes(userId))) return TIED
  const wroteFault = writerFault(row, actor)
  if (wroteFault) return wroteFault
  // A record in the status Reviewed was reviewed, even if the reviewer is unknown.
  return before.length === 0 && row.statusId !== RequestStatus.REVIEWED ? SECOND : null
}

/**
 * Why a step cannot be taken now; null when it can. `rank` means the caller may never take it, `state` that
 * it does not fit.
 */
export function obstacle(
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

/** The steps open to this caller now, in declared order. */
export function actionsFor(flow: Flow, row: FlowRow, actor: Actor, settings: FlowSettings): Action[] {
  return Object.values(flow.steps)
    .filter((step) => obstacle(step, row, actor, settings) === null)
    .map(({ name, label, confirm, reason, danger, to }) => ({ name, label, confirm, reason, danger, to }))
}

/** Whether this caller may edit the record's own content (not the review part). */
export const canEdit = (flow: Flow, row: FlowRow, actor: Actor): boolean =>
  flow.editable.includes(row.statusId) && hasRank('company', actor, row)
