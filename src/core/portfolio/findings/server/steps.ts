import { mayAsAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { NO_REASON, writeHistory } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import { findingStatusLabels, isOpenFinding, NonCompliance } from '../model/entities.ts'
import {
  computeCureDayLimits,
  type FindingStep,
  findingSteps,
  getExtensionFault,
  mayAnswerFinding,
  mayTakeStep,
} from '../model/rules.ts'
import { loadExtensionMonths, loadFindingDetail, loadOpenerCheck } from './lines.ts'

type Finding = Row<typeof NonCompliance>
type StepContext = { params: { id: number }; body: { version?: number | null } } & AnyContext

const requireText = (text: string, field: string, label: string): string =>
  text.trim() || refuse.invalid([{ field, message: `${label}: *Field is required` }])

/**
 * Returns the reason of a step. If the call was sent by its path alone, as the specification allows, the
 * finding records that no reason was given.
 */
const getReason = (context: StepContext, text: string | undefined, field: string, label: string): string =>
  text === undefined && context.request.isPathOnly ? NO_REASON : requireText(text ?? '', field, label)

/** Locks a finding. Refuses if its version is no longer the one the caller saw. */
async function lockCurrentVersion(context: StepContext): Promise<Finding> {
  const row = await lockRow(context, NonCompliance, context.params.id)
  await refuseStaleVersion(context, NonCompliance, context.params.id, context.body.version, row.version)
  return row
}

/** The steps that end a finding. The person who opened it may not take them. */
const ENDING_STEPS: readonly FindingStep[] = ['close', 'remove']

/**
 * Refuses the person who opened a finding, and people tied to that person, if the setting requires two
 * people.
 */
export async function refuseOpener(context: AnyContext, openedById: number | null): Promise<void> {
  const fault = (await loadOpenerCheck(context))(openedById)
  if (fault) refuse.forbidden(fault)
}

/**
 * Takes a step, sets its fields, and records the reason in the history. Refuses if the status does not allow
 * the step. Returns the updated finding.
 */
async function takeStep(context: StepContext, step: FindingStep, reason: string, set: Values) {
  const row = await lockCurrentVersion(context)
  refuseWrongStatus(row, step)
  if (ENDING_STEPS.includes(step)) await refuseOpener(context, row.createdById)
  const { to } = findingSteps[step]
  await updateRow(context, NonCompliance, context.params.id, { ...set, statusId: to })
  await writeHistory(
    context,
    'NonCompliance',
    context.params.id,
    row.propertyId,
    row.statusId,
    to,
    step,
    reason,
  )
  return loadFindingDetail(context, context.params.id)
}

/** Refuses a step that the finding's status does not allow. */
function refuseWrongStatus({ statusId }: Finding, step: FindingStep): void {
  if (!mayTakeStep(step, statusId))
    refuse.conflict(`The finding is ${findingStatusLabels[statusId]?.toLowerCase()} already.`)
}

/** Changes an open finding without changing its status, and records the reason in the history. */
async function changeOpenFinding(
  context: StepContext,
  action: string,
  reason: string,
  values: (row: Finding) => Values,
) {
  const row = await lockCurrentVersion(context)
  if (!isOpenFinding(row)) refuse.conflict('The finding is no longer open.')
  if (action === 'waive') await refuseOpener(context, row.createdById)
  await updateRow(context, NonCompliance, context.params.id, values(row))
  await writeHistory(
    context,
    'NonCompliance',
    context.params.id,
    row.propertyId,
    row.statusId,
    row.statusId,
    action,
    reason,
  )
  return loadFindingDetail(context, context.params.id)
}

/** The fields of a finding that is closed or removed. */
const getClosingValues = ({ settings, actor }: AnyContext, closingNote: string): Values => ({
  closedOn: settings.today(),
  closedById: actor.userId,
  closingNote,
})

/**
 * Stores the answer of a company. A user who may write the finding's subject at the property may answer, and
 * may correct the answer until the agency has acted.
 */
async function answer(context: StepContext & { body: { response: string } }) {
  const response = requireText(context.body.response, 'response', 'Answer')
  const row = await lockCurrentVersion(context)
  const { mayAnswer } = await loadFindingDetail(context, context.params.id)
  if (!mayAnswerFinding(context.actor, row.statusId, true)) {
    refuseWrongStatus(row, 'respond')
    refuse.forbidden('The company answers findings.')
  }
  if (!mayAnswer) refuse.forbidden()
  await updateRow(context, NonCompliance, context.params.id, {
    response,
    respondedAt: context.services.now().toISOString(),
    respondedById: context.actor.userId,
    statusId: findingSteps.respond.to,
  })
  return loadFindingDetail(context, context.params.id)
}

/**
 * Sets a later cure day within its limits. The first cure day of a finding without one is set by this, too.
 */
async function extend(context: StepContext & { body: { until: string; reason: string } }) {
  const { until, reason } = context.body
  const extensionReason = requireText(reason, 'reason', 'Reason')
  const months = await loadExtensionMonths(context)
  const today = context.settings.today()
  const isManager = mayAsAgency(context.actor, 'manager')
  return changeOpenFinding(context, 'extend', extensionReason, (row) => {
    const { cureBy, originalCureBy, nonComplianceTypeId } = row
    const limits = computeCureDayLimits(originalCureBy ?? today, nonComplianceTypeId, months)
    const fault = getExtensionFault(until, { cureBy, today, limits, isManager })
    if (fault) refuse.invalid([{ field: 'until', message: `Cure by: ${fault}` }])
    return { cureBy: until, originalCureBy: originalCureBy ?? until, extensionReason }
  })
}

const clearedWaiver = { waivedOn: null, waivedById: null, waiverReason: null, waivedUntil: null }

/** The steps of findings (domain 27). */
export const stepHandlers: Served[] = [
  serve(calls.respond, answer),
  serve(calls.askAgain, (context) => {
    const reason = requireText(context.body.reason, 'reason', 'Reason')
    return takeStep(context, 'askAgain', reason, { commentToOwner: reason })
  }),
  serve(calls.closeFindingCall, (context) => {
    const note = getReason(context, context.body.note, 'note', 'Note')
    return takeStep(context, 'close', note, getClosingValues(context, note))
  }),
  serve(calls.removeFinding, (context) => {
    const reason = getReason(context, context.body.reason, 'reason', 'Reason')
    return takeStep(context, 'remove', reason, getClosingValues(context, reason))
  }),
  serve(calls.reopen, (context) =>
    takeStep(context, 'reopen', requireText(context.body.reason, 'reason', 'Reason'), {
      closedOn: null,
      closedById: null,
      closingNote: null,
    }),
  ),
  serve(calls.extend, extend),
  serve(calls.waive, (context) => {
    const { until = null, reason } = context.body
    const waiverReason = requireText(reason, 'reason', 'Reason')
    const waivedOn = context.settings.today()
    if (until !== null && until < waivedOn)
      refuse.invalid([{ field: 'until', message: 'Waived until: Choose today or a later day.' }])
    return changeOpenFinding(context, 'waive', waiverReason, () => ({
      waivedOn,
      waivedById: context.actor.userId,
      waiverReason,
      waivedUntil: until,
    }))
  }),
  serve(calls.endWaiver, (context) =>
    changeOpenFinding(
      context,
      'endWaiver',
      requireText(context.body.reason, 'reason', 'Reason'),
      ({ waivedOn }) => {
        if (waivedOn === null) refuse.conflict('The finding is not waived.')
        return clearedWaiver
      },
    ),
  ),
]
