import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { NO_REASON, writeHistory } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import { findingStatusLabels, isOpenFinding, NonCompliance } from '../model/entities.ts'
import { answers, extensionFault, type FindingStep, findingSteps, mayStep } from '../model/rules.ts'
import { loadFindingDetail, readOpenerFault } from './lines.ts'

type Finding = Row<typeof NonCompliance>
type Asked = { params: { id: number }; body: { version?: number | null } } & AnyContext

const requireText = (text: string, field: string, label: string): string =>
  text.trim() || refuse.invalid([{ field, message: `${label}: *Field is required` }])

/**
 * The reason of a step that the documents take by its path alone: then the finding says that none was given.
 */
const wordsOrNone = (context: Asked, text: string | undefined, field: string, label: string): string =>
  text === undefined && context.request.isPathOnly ? NO_REASON : requireText(text ?? '', field, label)

/** Locks a finding, on the version that was seen. */
async function lockSeen(context: Asked): Promise<Finding> {
  const row = await lockRow(context, NonCompliance, context.params.id)
  await refuseStaleVersion(context, NonCompliance, context.params.id, context.body.version, row.version)
  return row
}

/** The steps that end a finding, which the person who opened it may not take. */
const OVER: readonly FindingStep[] = ['close', 'remove']

/**
 * Refuses the person who opened a finding, and people who are no second person to them, while the setting
 * requires two.
 */
export async function refuseOpener(context: AnyContext, openedById: number | null): Promise<void> {
  const fault = (await readOpenerFault(context))(openedById)
  if (fault) refuse.forbidden(fault)
}

/**
 * Takes a step from an allowed status, sets its fields, and records the reason in the history; returns the
 * updated finding.
 */
async function take(context: Asked, step: FindingStep, reason: string, set: Values) {
  const row = await lockSeen(context)
  refuseElsewhere(row, step)
  if (OVER.includes(step)) await refuseOpener(context, row.createdById)
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

function refuseElsewhere({ statusId }: Finding, step: FindingStep): void {
  if (!mayStep(step, statusId))
    refuse.conflict(`The finding is ${findingStatusLabels[statusId]?.toLowerCase()} already.`)
}

/** Changes an open finding without a new status; the reason is in the history. */
async function change(context: Asked, action: string, reason: string, values: (row: Finding) => Values) {
  const row = await lockSeen(context)
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

const over = ({ settings, actor }: AnyContext, closingNote: string): Values => ({
  closedOn: settings.today(),
  closedById: actor.userId,
  closingNote,
})

/**
 * The answer of a company: whoever may write its subject at the property gives it, and may put it right until
 * the agency has acted.
 */
async function answer(context: Asked & { body: { response: string } }) {
  const response = requireText(context.body.response, 'response', 'Answer')
  const row = await lockSeen(context)
  const { mayAnswer } = await loadFindingDetail(context, context.params.id)
  if (!answers(context.actor, row.statusId, true)) {
    refuseElsewhere(row, 'respond')
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

const notWaived = { waivedOn: null, waivedById: null, waiverReason: null, waivedUntil: null }

/** The steps of findings (domain 27). */
export const stepHandlers: Served[] = [
  serve(calls.respond, answer),
  serve(calls.askAgain, (context) => {
    const reason = requireText(context.body.reason, 'reason', 'Reason')
    return take(context, 'askAgain', reason, { commentToOwner: reason })
  }),
  serve(calls.close, (context) => {
    const note = wordsOrNone(context, context.body.note, 'note', 'Note')
    return take(context, 'close', note, over(context, note))
  }),
  serve(calls.remove, (context) => {
    const reason = wordsOrNone(context, context.body.reason, 'reason', 'Reason')
    return take(context, 'remove', reason, over(context, reason))
  }),
  serve(calls.reopen, (context) =>
    take(context, 'reopen', requireText(context.body.reason, 'reason', 'Reason'), {
      closedOn: null,
      closedById: null,
      closingNote: null,
    }),
  ),
  serve(calls.extend, (context) => {
    const { until, reason } = context.body
    const extensionReason = requireText(reason, 'reason', 'Reason')
    return change(context, 'extend', extensionReason, ({ cureBy }) => {
      const fault = extensionFault(until, cureBy, context.settings.today())
      if (fault) refuse.invalid([{ field: 'until', message: `Cure by: ${fault}` }])
      return { cureBy: until, extensionReason }
    })
  }),
  serve(calls.waive, (context) => {
    const { until = null, reason } = context.body
    const waiverReason = requireText(reason, 'reason', 'Reason')
    const waivedOn = context.settings.today()
    if (until !== null && until < waivedOn)
      refuse.invalid([{ field: 'until', message: 'Waived until: Choose today or a later day.' }])
    return change(context, 'waive', waiverReason, () => ({
      waivedOn,
      waivedById: context.actor.userId,
      waiverReason,
      waivedUntil: until,
    }))
  }),
  serve(calls.endWaiver, (context) =>
    change(context, 'endWaiver', requireText(context.body.reason, 'reason', 'Reason'), ({ waivedOn }) => {
      if (waivedOn === null) refuse.conflict('The finding is not waived.')
      return notWaived
    }),
  ),
]
