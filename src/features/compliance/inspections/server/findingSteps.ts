import { sql } from 'kysely'
import { notifyPerson } from '#core/correspondence/messages/server/index.ts'
import { FindingType } from '#core/portfolio/findings/model/index.ts'
import { closeFinding, openFinding, refuseOpener } from '#core/portfolio/findings/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { Inspection8823Date, InspectionFinding } from '../model/entities.ts'
import { getFilingFault } from '../model/form8823.ts'
import { formatReminderLine, writeForm8823 } from '../model/letterTexts.ts'
import { formMail, reminderMail } from '../model/mails.ts'
import { FindingStatus, getInspectionNumber, getInspectionPath, InspectionStatus } from '../model/rules.ts'
import * as calls from '../model/stepCalls.ts'
import { getInspectionCureEnd, type Inspection, loadInspectionDetail, openedBySql } from './detail.ts'
import { mailAbout, postLetter } from './letters.ts'
import {
  clearIfDone,
  type Finding,
  type Form,
  lockLine,
  moveToStatus,
  requireText,
  type StepContext,
} from './locking.ts'
import { markFormsCorrected } from './report.ts'
import { loadInspectionRules } from './rules.ts'
import { FINDING_SOURCE } from './steps.ts'

const { REPORTED, RESPONDED, CLEARED, FILED } = InspectionStatus
/** The type and the source of the entries that Form 8823 opens in the log of non-compliance. */
const FORM_KIND = FindingType.FORM_8823
const FORM_SOURCE = 'form8823'

const isClosed = (line: Finding): boolean => line.statusId === FindingStatus.CLOSED

function refuseClosed(line: Finding): void {
  if (isClosed(line)) refuse.conflict('This finding is closed already.')
}

/** Notifies the inspector, once for each answer that arrived while no earlier answer was waiting. */
async function notifyInspector(context: AnyContext, row: Inspection, line: Finding): Promise<void> {
  if (row.complianceInspectorId === null || line.statusId === FindingStatus.ANSWERED) return
  const result = await sql<{
    userId: number
  }>`select kernel.inspector_user(${row.complianceInspectorId}) as user_id`.execute(context.db)
  const { userId } = result.rows[0] ?? {}
  if (!userId) return
  await notifyPerson(context, userId, {
    taskName: `${getInspectionNumber(row.complianceInspectionId)}: the owner has answered`,
    message: `Finding ${line.number}: ${line.response ?? ''}`.slice(0, 500),
    url: getInspectionPath(row.complianceInspectionId),
    propertyId: row.propertyId,
  })
}

/** Stores the owner's answer to a finding and moves a reported inspection to "Owner responded". */
async function answer(context: StepContext<{ response: string; correctedOn?: string | null }>) {
  const response = requireText(context.body.response, 'response', 'Answer')
  const { correctedOn = null } = context.body
  const { row, line } = await lockLine<Finding>(context, InspectionFinding, 'answer')
  if (isAgency(context.actor)) refuse.forbidden('The owner and its company answer findings.')
  refuseClosed(line)
  if (correctedOn !== null && (correctedOn < line.foundOn || correctedOn > context.settings.today()))
    refuse.invalid([{ field: 'correctedOn', message: 'Corrected: choose a day from the visit to today.' }])
  const stamp = { respondedAt: context.services.now().toISOString(), respondedById: context.actor.userId }
  await updateRow(context, InspectionFinding, line.inspectionFindingId, {
    response,
    correctedOn,
    ...stamp,
    statusId: FindingStatus.ANSWERED,
    askedAgain: null,
  })
  if (row.statusId === REPORTED)
    await moveToStatus(context, row, 'respond', RESPONDED, { respondedOn: context.settings.today() })
  await notifyInspector(context, row, { ...line, response })
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/**
 * Updates the inspection after a finding was closed: marks its forms as corrected, and clears it once no
 * finding is open.
 */
async function updateAfterClosing(context: AnyContext, row: Inspection): Promise<void> {
  const { complianceInspectionId: sourceId } = row
  await markFormsCorrected(context, sourceId)
  if (await clearIfDone(context, row))
    await closeFinding(
      context,
      { source: FINDING_SOURCE, sourceId },
      'Every finding of the inspection is closed.',
    )
}

/** Loads the id of the user who entered a finding; null if there is none. */
async function findOpener({ db }: AnyContext, { inspectionFindingId: id }: Finding): Promise<number | null> {
  const result = await sql<{
    openedById: number | null
  }>`select ${openedBySql} as opened_by_id from inspection_finding
    where inspection_finding_id = ${id}`.execute(db)
  return result.rows[0]?.openedById ?? null
}

/** Accepts the owner's answer and closes the finding. The person who entered it may not. */
async function accept(context: StepContext) {
  const { row, line } = await lockLine<Finding>(context, InspectionFinding, 'judge')
  refuseClosed(line)
  await refuseOpener(context, await findOpener(context, line))
  const closedOn = context.settings.today()
  await updateRow(context, InspectionFinding, line.inspectionFindingId, {
    statusId: FindingStatus.CLOSED,
    closedOn,
    closedById: context.actor.userId,
    correctedOn: line.correctedOn ?? closedOn,
  })
  await updateAfterClosing(context, row)
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/** Reminds the owner of all findings without an answer, in one mail for all of them, at most once a day. */
async function remind(context: StepContext) {
  const { row, line } = await lockLine<Finding>(context, InspectionFinding, 'judge')
  const today = context.settings.today()
  if (line.statusId !== FindingStatus.OPEN) refuse.conflict('This finding does not wait for the owner.')
  if (row.reportedOn === null)
    refuse.rule('The report is not issued yet: the owner has not seen the findings.')
  if (line.remindedOn === today) refuse.conflict('The owner was reminded of it today.')
  const { findings } = await loadInspectionDetail(context, row.complianceInspectionId)
  const waiting = findings.filter(
    (entry) => entry.statusId === FindingStatus.OPEN && entry.remindedOn !== today,
  )
  await mailAbout(context, row, reminderMail.event, { findings: waiting.map(formatReminderLine).join('\n') })
  for (const { inspectionFindingId } of waiting)
    await updateRow(context, InspectionFinding, inspectionFindingId, { remindedOn: today })
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/** Sets a later cure day of a finding, which may not be after the time to cure of its inspection. */
async function extend(context: StepContext<{ until: string; reason: string }>) {
  const reason = requireText(context.body.reason, 'reason', 'Reason')
  const { until } = context.body
  const { row, line } = await lockLine<Finding>(context, InspectionFinding, 'judge')
  refuseClosed(line)
  const end =
    getInspectionCureEnd(await loadInspectionDetail(context, row.complianceInspectionId)) ??
    refuse.conflict('Its time to cure begins with the report of the inspection.')
  const faults: Fault[] = []
  if (line.cureBy !== null && until <= line.cureBy)
    faults.push({ field: 'until', message: 'Cure by: Choose a day after the present one.' })
  if (until > end)
    faults.push({
      field: 'until',
      message: `Cure by: The last possible day is ${formatDate(end, 'MM/DD/YYYY')}, when the time to cure ends; extend that first.`,
    })
  if (faults.length > 0) refuse.invalid(faults)
  await updateRow(context, InspectionFinding, line.inspectionFindingId, {
    cureBy: until,
    extensionReason: reason,
  })
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/** Records since when the building on a form is corrected. */
async function correct(context: StepContext<{ correctedOn: string }>) {
  const { correctedOn } = context.body
  const { row, line } = await lockLine<Form>(context, Inspection8823Date, 'forms')
  if (line.secondFiledOn !== null || line.filedCorrected)
    refuse.conflict('It was filed as corrected already.')
  if (correctedOn < line.noncomplianceOn || correctedOn > context.settings.today())
    refuse.invalid([
      { field: 'correctedOn', message: 'Corrected: choose a day from the noncompliance to today.' },
    ])
  await updateRow(context, Inspection8823Date, line.inspection8823DateId, { correctedOn })
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/**
 * Records a filed form in the log of non-compliance. A form filed as "not corrected" remains open there until
 * the second form is filed.
 */
async function recordInLog(context: AnyContext, form: Form, second: boolean): Promise<void> {
  const { inspection8823DateId: sourceId, propertyId, bin, category } = form
  if (form.correctedOn !== null && !second) return
  if (second) {
    await closeFinding(context, { source: FORM_SOURCE, sourceId }, 'Form 8823 reports it corrected.')
    return
  }
  await openFinding(context, {
    propertyId,
    nonComplianceTypeId: FORM_KIND,
    source: FORM_SOURCE,
    sourceId,
    path: getInspectionPath(form.complianceInspectionId),
    title: `Form 8823 filed, BIN ${bin}, line 11${category}: not corrected`,
  })
}

/**
 * Deletes a form that is not filed. The history of the inspection records which form it was, and why it was
 * withdrawn.
 */
async function withdraw(context: StepContext<{ reason: string }>) {
  const reason = requireText(context.body.reason, 'reason', 'Reason')
  const { row, line } = await lockLine<Form>(context, Inspection8823Date, 'forms')
  const { inspection8823DateId, bin, category } = line
  if (line.filedOn !== null) refuse.conflict('A form that was filed stays.')
  await sql`delete from inspection8823_date where inspection8823_date_id = ${inspection8823DateId}`.execute(
    context.db,
  )
  await moveToStatus(
    context,
    row,
    'withdrawForm',
    row.statusId,
    {},
    `BIN ${bin}, line ${category}: ${reason}`,
  )
  await clearIfDone(context, row)
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/**
 * Records that a form, or its second form, was filed: stores it as a letter, mails it, and closes or opens
 * the log entry.
 */
async function file(context: StepContext<{ filedOn: string; second?: boolean | null }>) {
  const { filedOn } = context.body
  const second = context.body.second ?? false
  const { row, line } = await lockLine<Form>(context, Inspection8823Date, 'forms')
  const today = context.settings.today()
  const fault =
    filedOn > today
      ? 'Filed: The day is still to come.'
      : getFilingFault(line, filedOn, second, await loadInspectionRules(context.settings))
  if (fault) refuse.rule(fault)
  const set = second
    ? { secondFiledOn: filedOn }
    : { filedOn, filedCorrected: line.correctedOn !== null, filedById: context.actor.userId }
  await updateRow(context, Inspection8823Date, line.inspection8823DateId, set)
  const next =
    row.statusId === FILED || row.statusId === CLEARED ? row : await moveToStatus(context, row, 'file', FILED)
  const text = writeForm8823(line, filedOn, second)
  await postLetter(context, next, 'Form 8823', text)
  await mailAbout(context, next, formMail.event, { letter: text.title })
  await recordInLog(context, line, second)
  // A form that is not corrected leaves the inspection open.
  if (line.correctedOn !== null) await clearIfDone(context, next)
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/** The handlers of the calls on findings and forms of an inspection. */
export const findingHandlers: Served[] = [
  serve(calls.answerFinding, answer),
  serve(calls.acceptFinding, accept),
  serve(calls.rejectAnswer, async (context) => {
    const askedAgain = requireText(context.body.reason, 'reason', 'Reason')
    const { row, line } = await lockLine<Finding>(context, InspectionFinding, 'judge')
    if (line.statusId !== FindingStatus.ANSWERED) refuse.conflict('This finding was not answered.')
    await updateRow(context, InspectionFinding, line.inspectionFindingId, {
      statusId: FindingStatus.OPEN,
      askedAgain,
    })
    return loadInspectionDetail(context, row.complianceInspectionId)
  }),
  serve(calls.remindOwner, remind),
  serve(calls.extendFinding, extend),
  serve(calls.correctForm, correct),
  serve(calls.withdrawForm, withdraw),
  serve(calls.fileForm, file),
]
