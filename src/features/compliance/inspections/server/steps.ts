import { sql } from 'kysely'
import { FindingType } from '#core/portfolio/findings/model/index.ts'
import { closeFinding, openFinding } from '#core/portfolio/findings/server/index.ts'
import { previewed } from '#engines/review/server/index.ts'
import { addDays, getMonthStart } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import { emailInspector } from '../model/calls.ts'
import { ComplianceInspection, UnitStatus } from '../model/entities.ts'
import { isScoreDue } from '../model/finishing.ts'
import {
  getExtensionFault,
  getFileBy,
  getFormDays,
  getLatestExtension,
  writeLatestDay,
} from '../model/form8823.ts'
import { writeCloseOut, writeExtension, writeNotice, writeReply, writeReport } from '../model/letterTexts.ts'
import { inspectorMail, letterMail, noticeMail, reportMail } from '../model/mails.ts'
import {
  applyPlan,
  plan,
  proposeVisits,
  restorePlan as restorePlanCall,
  sendNotices,
  unplan,
} from '../model/planCalls.ts'
import {
  FindingStatus,
  getInspectionNumber,
  getInspectionPath,
  InspectionStatus,
  Severity,
} from '../model/rules.ts'
import * as calls from '../model/stepCalls.ts'
import { getInspectionCureEnd, type Inspection, loadInspectionDetail } from './detail.ts'
import { formatLetterDay, mailAbout, postLetter } from './letters.ts'
import {
  clearIfDone,
  loadOpenCounts,
  lockInspection,
  moveToStatus,
  refuseWrongStatus,
  requireText,
  type StepContext,
} from './locking.ts'
import { planVisits, unplanVisits } from './planning.ts'
import { applyProposal, loadProposal } from './proposing.ts'
import { createForms, setCureDays } from './report.ts'
import { restorePlan } from './restoring.ts'
import { type InspectionRules, loadInspectionRules } from './rules.ts'
import { drawSample, recordUnit } from './samples.ts'
import { notifyOfUrgentFindings } from './urgentNotice.ts'

const { PLANNED, NOTICED, VISITED, REPORTED, CLEARED, FILED, CLOSED } = InspectionStatus

/** The source and the type of the entries that an inspection opens in the log of non-compliance. */
export const FINDING_SOURCE = 'inspection'
const KIND = FindingType.INSPECTION

/**
 * Sends the notice of a planned visit: posts the letter and mails the owner. Only between `noticeDays` before
 * the visit and the day before it.
 */
async function sendNotice(context: AnyContext, id: number, rules: InspectionRules): Promise<void> {
  const row = await lockRow(context, ComplianceInspection, id)
  refuseWrongStatus(row, 'notice')
  const { scheduledOn } = row
  if (scheduledOn === null)
    return void refuse.rule(`${getInspectionNumber(id)}: choose the day of the visit first.`)
  const today = context.settings.today()
  if (scheduledOn <= today) refuse.rule(`${getInspectionNumber(id)}: the day of the visit has come already.`)
  const from = addDays(scheduledOn, -rules.noticeDays)
  if (today < from)
    refuse.rule(
      `${getInspectionNumber(id)}: the notice goes out at most ${rules.noticeDays} days before the visit, from ${formatLetterDay(from)} on.`,
    )
  const detail = await loadInspectionDetail(context, id)
  const noticed = await moveToStatus(context, row, 'notice', NOTICED, { noticeOn: today })
  await postLetter(context, noticed, 'Visit notice', writeNotice({ ...detail, scheduledOn }))
  await mailAbout(context, noticed, noticeMail.event)
}

type Visit = {
  visitedOn: string
  score?: number | null
  buildingsLookedAt?: number | null
  filesReviewed?: number | null
  comments?: string | null
}

/** Loads the units of the sample with their statuses. */
const loadSampleUnits = ({ db }: AnyContext, id: number): Promise<{ statusId: number }[]> =>
  db.selectFrom('inspectionUnit').select('statusId').where('complianceInspectionId', '=', id).execute()

/** Records that the visit took place: day, score and the inspected units. */
export async function recordVisit(context: StepContext<Visit>) {
  const row = await lockInspection(context, 'visit')
  const { version: _, visitedOn, score = null, ...remaining } = context.body
  const faults: Fault[] = []
  if (visitedOn > context.settings.today())
    faults.push({ field: 'visitedOn', message: 'Visited: The day is still to come.' })
  if (score !== null && (score < 0 || score > 100))
    faults.push({ field: 'score', message: 'Score: Enter a number from 0 to 100.' })
  if (score === null && isScoreDue(row, await loadSampleUnits(context, row.complianceInspectionId)))
    faults.push({ field: 'score', message: 'Score: *Field is required' })
  if (faults.length > 0) refuse.invalid(faults)
  const visited = await moveToStatus(context, row, 'visit', VISITED, { visitedOn, score, ...remaining })
  await notifyOfUrgentFindings(context, visited)
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/**
 * Returns the faults that prevent a report: units that were not inspected, and findings for Form 8823 without
 * a building of the property.
 */
async function getReportFaults(
  { db }: AnyContext,
  { complianceInspectionId: id, propertyId }: Inspection,
): Promise<Fault[]> {
  const result = await sql<{ waiting: number; without: number[]; unknown: number[] }>`select
      (select count(*)::integer from inspection_unit where compliance_inspection_id = ${id}
      and status_id = ${UnitStatus.WAITING}) as waiting,
      array(select number from inspection_finding where compliance_inspection_id = ${id}
      and category8823 is not null and bin is null order by number) as without,
      array(select f.number from inspection_finding f where f.compliance_inspection_id = ${id}
      and f.category8823 is not null and f.bin is not null
        and not exists (select from property_building b where b.property_id = ${propertyId} and b.bin = f.bin)
        order by f.number) as unknown`.execute(db)
  const { waiting, without, unknown } = result.rows[0]!
  return [
    ...(waiting > 0
      ? [
          {
            field: 'units',
            message: `${plural(waiting, 'unit', 'units')} of the sample not looked at; say why where nobody was home.`,
          },
        ]
      : []),
    ...without.map((number) => ({
      field: 'findings',
      message: `Finding ${number}: choose its building; Form 8823 is filed by BIN.`,
    })),
    ...unknown.map((number) => ({
      field: 'findings',
      message: `Finding ${number}: its BIN is none of the property’s buildings.`,
    })),
  ]
}

/**
 * Issues the report: sets cure days, creates Forms 8823, records the score, posts and mails the letter, and
 * opens a log entry if there are findings to cure.
 */
async function issueReport(context: StepContext<{ words?: string | null }>) {
  const row = await lockInspection(context, 'report')
  const { complianceInspectionId: id, propertyId } = row
  const faults = await getReportFaults(context, row)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  const rules = await loadInspectionRules(context.settings)
  const reportedOn = context.settings.today()
  const cureBy = addDays(reportedOn, rules.correctionDays)
  const issued = await moveToStatus(context, row, 'report', REPORTED, { reportedOn, cureBy })
  await setCureDays(context, id, reportedOn, rules)
  await createForms(context, issued, rules)
  if (row.score !== null)
    await sql`insert into property_inspection (property_id, inspection_date, score, score_text, source)
      values (${propertyId}, ${row.visitedOn}::date, ${row.score}, ${String(row.score)},
      ${`Agency inspection ${getInspectionNumber(id)}`})`.execute(context.db)
  const detail = await loadInspectionDetail(context, id)
  const visitedOn = row.visitedOn ?? reportedOn
  await postLetter(
    context,
    issued,
    'Report',
    writeReport({ ...detail, visitedOn }, detail.findings, context.body.words),
    cureBy,
  )
  await mailAbout(context, issued, reportMail.event, { due: cureBy })
  if (!(await clearIfDone(context, issued))) {
    const { findings } = await loadOpenCounts(context, id)
    const title = `Inspection of ${formatLetterDay(visitedOn)}: ${plural(findings, 'finding', 'findings')} to cure`
    await openFinding(context, {
      propertyId,
      nonComplianceTypeId: KIND,
      source: FINDING_SOURCE,
      sourceId: id,
      title,
      path: getInspectionPath(id),
    })
  }
  return loadInspectionDetail(context, id)
}

/** Sends the letter that replies to the owner's answers. */
async function answerOwner(context: StepContext<{ words?: string | null }>) {
  const row = await lockInspection(context, 'forms')
  const detail = await loadInspectionDetail(context, row.complianceInspectionId)
  const cureBy = getInspectionCureEnd(detail)
  const text = writeReply({ visitedOn: row.visitedOn ?? '', cureBy }, detail.findings, context.body.words)
  await postLetter(context, row, 'Answer to the owner', text, cureBy)
  await mailAbout(context, row, letterMail.event, { letter: text.title, due: cureBy })
  return loadInspectionDetail(context, row.complianceInspectionId)
}

/** Extends the time to cure of the unfiled forms and the open findings that are not urgent, with a letter. */
async function extend(context: StepContext<{ until: string; reason: string }>) {
  const row = await lockInspection(context, 'forms')
  const { complianceInspectionId: id } = row
  const { until } = context.body
  const reason = requireText(context.body.reason, 'reason', 'Reason')
  const rules = await loadInspectionRules(context.settings)
  const detail = await loadInspectionDetail(context, id)
  const open = detail.forms.filter((form) => form.filedOn === null)
  const latest = getLatestExtension(getFormDays(row.reportedOn ?? until, rules).cureBy, rules)
  const fault =
    open.map((form) => getExtensionFault(until, form, rules)).find((entry) => entry !== null) ??
    (until > latest ? writeLatestDay(latest, rules) : null) ??
    (until <= (getInspectionCureEnd(detail) ?? '')
      ? 'Choose a day after the present end of the time to cure.'
      : null)
  if (fault) refuse.invalid([{ field: 'until', message: `Time to cure until: ${fault}` }])
  await sql`with forms as (update inspection8823_date set extended_to = ${until}::date,
    extension_reason = ${reason}, file_by = ${getFileBy(until, rules)}::date, version = version + 1
      where compliance_inspection_id = ${id} and filed_on is null),
      own as (update compliance_inspection set cure_by = ${until}::date, version = version + 1
      where compliance_inspection_id = ${id})
    update inspection_finding set cure_by = ${until}::date, extension_reason = ${reason},
    version = version + 1
    where compliance_inspection_id = ${id} and status_id <> ${FindingStatus.CLOSED}
    and severity > ${Severity.SEVERE}`.execute(context.db)
  await writeHistory(
    context,
    'ComplianceInspection',
    id,
    row.propertyId,
    row.statusId,
    row.statusId,
    'extend',
    reason,
  )
  const text = writeExtension(until, reason)
  await postLetter(context, row, 'Extension', text, until)
  await mailAbout(context, row, letterMail.event, { letter: text.title, due: until })
  return loadInspectionDetail(context, id)
}

/** Closes an inspection without open points, with the close-out letter. */
async function close(context: StepContext) {
  const row = await lockInspection(context, 'close')
  const { complianceInspectionId: id } = row
  const { openPoints, findings } = await loadInspectionDetail(context, id)
  if (openPoints.length > 0) refuse.rule(`It cannot be closed: ${openPoints.join(', ')}.`)
  const closeOut = await moveToStatus(context, row, 'close', CLOSED, { closedOn: context.settings.today() })
  const text = writeCloseOut(row, findings.length)
  await postLetter(context, closeOut, 'Close-out', text)
  await mailAbout(context, closeOut, letterMail.event, { letter: text.title })
  await closeFinding(
    context,
    { source: FINDING_SOURCE, sourceId: id },
    `${getInspectionNumber(id)} is closed.`,
  )
  return loadInspectionDetail(context, id)
}

/** Creates and returns a new inspection that checks the findings of this one again. */
async function planFollowUp(context: StepContext<{ month: string }>) {
  const { id } = context.params
  const row = await lockRow(context, ComplianceInspection, id)
  if (row.visitedOn === null) refuse.conflict('It was not visited yet.')
  const created = (await insertRow(context, ComplianceInspection, {
    propertyId: row.propertyId,
    inspectionType: 'Follow-up',
    relatedInspectionId: id,
    standard: row.standard,
    reason: `Re-inspection of ${getInspectionNumber(id)}`,
    plannedMonth: getMonthStart(context.body.month),
    complianceInspectorId: row.complianceInspectorId,
    createdById: context.actor.userId,
  })) as Inspection
  const { complianceInspectionId } = created
  await writeHistory(
    context,
    'ComplianceInspection',
    complianceInspectionId,
    row.propertyId,
    null,
    PLANNED,
    'plan',
    null,
  )
  return loadInspectionDetail(context, complianceInspectionId)
}

async function mailInspector(context: AnyContext & { params: { inspectionId: number } }): Promise<boolean> {
  const row = await lockRow(context, ComplianceInspection, context.params.inspectionId)
  if (row.complianceInspectorId === null) refuse.rule('Nobody is its inspector yet.')
  await mailAbout(context, row, inspectorMail.event)
  return true
}

/** The handlers of the planning calls and of the steps of an inspection (domain 26.4). */
export const stepHandlers: Served[] = [
  serve(plan, (context) => planVisits(context, context.body)),
  serve(proposeVisits, (context) => loadProposal(context, context.params.year)),
  serve(applyPlan, (context) => applyProposal(context, context.body.moves)),
  serve(restorePlanCall, (context) => restorePlan(context, context.body.visits)),
  serve(unplan, (context) => unplanVisits(context, context.body.ids)),
  serve(sendNotices, async (context) => {
    const rules = await loadInspectionRules(context.settings)
    for (const id of context.body.ids) await sendNotice(context, id, rules)
    return { sent: context.body.ids.length }
  }),
  serve(emailInspector, mailInspector),
  serve(calls.drawSample, drawSample),
  serve(calls.recordSampleUnit, recordUnit),
  serve(calls.recordVisit, recordVisit),
  serve(calls.issueReport, issueReport),
  serve(calls.previewReport, async (context) => {
    const { id } = context.params
    const { found: detail, ...outgoing } = await previewed(context, ComplianceInspection.name, id, () =>
      issueReport(context),
    )
    return { detail: detail, ...outgoing }
  }),
  serve(calls.sendAnswer, answerOwner),
  serve(calls.extendCure, extend),
  serve(calls.closeInspection, close),
  serve(calls.planFollowUp, planFollowUp),
  serve(calls.reopenInspection, async (context) => {
    const reason = requireText(context.body.reason, 'reason', 'Reason')
    const row = await lockInspection(context, 'reopen')
    const filed =
      await sql`select from inspection8823_date where compliance_inspection_id = ${row.complianceInspectionId}
        and filed_on is not null`.execute(context.db)
    await moveToStatus(
      context,
      row,
      'reopen',
      filed.rows.length > 0 ? FILED : CLEARED,
      { closedOn: null },
      reason,
    )
    return loadInspectionDetail(context, row.complianceInspectionId)
  }),
]
