import {
  loadPropertyDetail,
  readProperty,
  takeDecontrolStep,
} from '#core/portfolio/properties/server/index.ts'
import { getTaskTypeLabel } from '#core/portfolio/tasks/model/index.ts'
import { loadEndingSchedules } from '#core/portfolio/tasks/server/index.ts'
import { isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus, requestStatusLabel } from '#kernel/model/status.ts'
import { insertRow, lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { DecontrolSchedule } from '../model/entities.ts'
import { getObligations, getStations, getStepFaults, type Schedule } from '../model/rules.ts'
import {
  buildReleaseFacts,
  EMPTY_SCHEDULE,
  loadDecontrolTerms,
  loadOutstanding,
  loadRelease,
  type ScheduleRow,
} from './schedule.ts'

const { APPROVED, NOT_STARTED, NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, REVIEWED } = RequestStatus

/** The step whose missing facts are listed, by the status of the release. */
const nextStep: Readonly<Record<number, string>> = {
  [NOT_SUBMITTED]: 'submit',
  [SUBMITTED]: 'review',
  [UNDER_REVIEW]: 'review',
  [REVIEWED]: 'approve',
}

/**
 * Returns the writable fields of a schedule. Callers outside the agency receive null for its internal fields.
 */
const getVisibleFields = (context: AnyContext, row: ScheduleRow) => {
  const all = calls.scheduleFields.parse(row)
  return isAgency(context.actor) ? all : { ...all, reserveDisposition: null, leftOpen: null, comments: null }
}

/** Loads the progress of a property’s release from control. */
async function loadStatus(context: AnyContext, propertyId: number): Promise<calls.ScheduleStatus> {
  const { name, decontrolStatus, decontrolActions, canEdit } = await loadPropertyDetail(context, propertyId)
  const { schedule: row, found: propertyFacts } = await loadRelease(context, propertyId)
  const schedule: Schedule = row ?? EMPTY_SCHEDULE
  const underWay = decontrolStatus !== null && decontrolStatus !== RequestStatus.REJECTED
  // Outstanding matters are not loaded for a property that is not being released.
  const outstanding = underWay ? await loadOutstanding(context, propertyId, propertyFacts) : []
  const [facts, terms] = [
    buildReleaseFacts(context, propertyFacts, outstanding),
    await loadDecontrolTerms(context),
  ]
  const approved = decontrolStatus === APPROVED
  const step = nextStep[decontrolStatus ?? NOT_STARTED]
  const ending =
    underWay && !approved
      ? await loadEndingSchedules(context, [propertyId], schedule.effectiveOn ?? facts.today)
      : []
  return {
    propertyId,
    propertyName: name,
    decontrolStatus,
    statusLabel: decontrolStatus === null ? 'Under control' : requestStatusLabel(decontrolStatus),
    schedule: row && getVisibleFields(context, row),
    scheduleId: row?.decontrolScheduleId ?? null,
    version: row?.version ?? 0,
    stations: underWay
      ? getStations(schedule, facts, terms, approved ? propertyFacts.approvedOn : null).map(
          ({ field: _, ...one }) => ({
            ...one,
            late: one.done === null && one.due !== null && one.due < facts.today,
          }),
        )
      : [],
    outstanding,
    missing: step && isAgency(context.actor) ? getStepFaults(step, schedule, facts) : [],
    ends: ending.map(({ taskTypeId, tasks }) => ({ task: getTaskTypeLabel(taskTypeId), tasks })),
    obligations: underWay ? getObligations(schedule, facts, terms) : [],
    reserves: isAgency(context.actor) ? propertyFacts.reserves : null,
    taxCredit: propertyFacts.taxCredit,
    actions: decontrolActions,
    canEdit: canEdit && isAgencyWriter(context.actor) && underWay && !approved,
  }
}

type ScheduleInput = Partial<ScheduleRow> & { stepReason?: string | null | undefined }

/** Returns the fields that a payload sets. */
const getSetFields = ({ version: _, stepReason: __, ...values }: ScheduleInput) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Stores the fields of a schedule; the first save creates it. Refuses to change an approved release. */
async function saveSchedule(
  context: AnyContext,
  propertyId: number,
  status: number,
  payload: ScheduleInput,
): Promise<void> {
  const { version } = payload
  const inputValues = getSetFields(payload)
  if (Object.keys(inputValues).length === 0) return
  if (status === APPROVED)
    refuse.conflict('The property is released. Undo that first, to change how it came about.')
  const { schedule } = await loadRelease(context, propertyId)
  if (!schedule) {
    await insertRow(context, DecontrolSchedule, {
      ...inputValues,
      propertyId,
      createdBy: context.actor.userId,
    })
    return
  }
  const row = await lockRow(context, DecontrolSchedule, schedule.decontrolScheduleId)
  await refuseStaleVersion(context, DecontrolSchedule, row.decontrolScheduleId, version, row.version)
  await updateRow(context, DecontrolSchedule, row.decontrolScheduleId, inputValues)
}

/** The handlers of the two calls about a release (area PRJ). */
export const served: Served[] = [
  serve(calls.getScheduleStatus, (context) => loadStatus(context, context.params.projectId)),
  serve(calls.updateSchedule, async (context) => {
    const { projectId, status } = context.params
    const { decontrolStatus } = await readProperty(context, projectId)
    const present = decontrolStatus ?? NOT_STARTED
    const input = context.body as ScheduleInput
    await saveSchedule(context, projectId, present, input)
    // A call without fields is meant for its step, even if the status is already reached (a repeated call).
    if (status !== present || Object.keys(getSetFields(input)).length === 0)
      await takeDecontrolStep(context, {
        propertyId: projectId,
        statusId: status,
        reason: context.body.stepReason,
      })
    return loadStatus(context, projectId)
  }),
]
