import { sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ComplianceInspection, InspectionLetterDate } from '../model/entities.ts'
import { letterMail } from '../model/mails.ts'
import { getInspectors } from '../model/planCalls.ts'
import { loadBoardLines, loadInspectionBoard } from './board.ts'
import { addFormStates, loadInspectionDetail } from './detail.ts'
import { findingHandlers } from './findingSteps.ts'
import { findingHooks, inspectionHooks, inspectorHooks, unitHooks } from './hooks.ts'
import { mailAbout } from './letters.ts'
import { buildingHooks, formHooks, letterHooks } from './lineHooks.ts'
import { loadInspectionLines, loadPreviousInspection, refuseUnseenProperty } from './lines.ts'
import { loadInspectors } from './planning.ts'
import { personName } from './sql.ts'
import { stepHandlers } from './steps.ts'
import { visitHandlers } from './visitSteps.ts'

export { loadNextVisits } from './board.ts'
export { getPhysicalDeficienciesSql } from './readers.ts'
export { isOpenForm } from './sql.ts'

type LetterDate = Row<typeof InspectionLetterDate>

/** Answers 404 for an inspection that the caller may not see. */
async function refuseUnseenInspection({ db }: AnyContext, id: number): Promise<void> {
  const result = await sql`select from compliance_inspection where compliance_inspection_id = ${id}`.execute(
    db,
  )
  if (result.rows.length === 0) refuse.notFound('This inspection')
}

/** Shows a letter to the owner and mails that it is posted. */
async function showLetter(context: AnyContext & { params: { id: number } }): Promise<LetterDate> {
  const row = await lockRow(context, InspectionLetterDate, context.params.id)
  const inspection = await lockRow(context, ComplianceInspection, row.complianceInspectionId)
  const mailedAt = context.services.now().toISOString()
  const values = await updateRow(context, InspectionLetterDate, row.inspectionLetterDateId, {
    shownToOwner: true,
    mailedAt,
  })
  await mailAbout(context, inspection, letterMail.event, { letter: row.kind, due: row.answerBy })
  return values as LetterDate
}

/**
 * Loads what a new inspection of a property starts from: due visit, sample size, buildings, earlier scores
 * and inspectors.
 */
async function loadInspectionStart(context: AnyContext, propertyId: number) {
  await refuseUnseenProperty(context, propertyId)
  // No year is given, so the line shows the next due visit independent of earlier visits.
  const [line] = await loadBoardLines(context, 0, sql`p.property_id = ${propertyId}`)
  const { propertyName, lowIncomeUnits, sample, kind, label, words: text, dueBy } = line!
  const buildings = await context.db
    .selectFrom('propertyBuilding')
    .selectAll()
    .where('propertyId', '=', propertyId)
    .orderBy('bin')
    .execute()
  const scores = await context.db
    .selectFrom('propertyInspection')
    .select(['inspectionDate as day', 'score', 'scoreText', 'source'])
    .where('propertyId', '=', propertyId)
    .orderBy('inspectionDate', 'desc')
    .execute()
  const inspectors = await sql<{ complianceInspectorId: number; name: string }>`
    select k.compliance_inspector_id, coalesce(${personName('u')}, '') as name from compliance_inspector k
    join app_user u using (user_id)
    where k.active order by k.compliance_inspector_id`.execute(context.db)
  return {
    propertyName,
    lowIncomeUnits,
    sample,
    kind,
    label,
    words: text,
    dueBy,
    buildings,
    scores,
    inspectors: inspectors.rows,
  }
}

/** The handlers of all calls about inspections. */
export const served: Served[] = [
  ...serveController(calls.inspections, inspectionHooks),
  ...serveController(calls.inspectors, inspectorHooks),
  ...serveController(calls.formDates, formHooks),
  ...serveController(calls.letterDates, letterHooks),
  ...serveController(calls.units, unitHooks),
  ...serveController(calls.inspectionFindings, findingHooks),
  ...serveController(calls.buildings, buildingHooks),
  ...serveController(calls.sampleSteps),
  serve(calls.getInspectionPropertiesByYear, (context) => loadInspectionBoard(context, context.params.year)),
  serve(calls.getInspectionProperties, async (context) => {
    const { id } = context.params
    const lines = await loadInspectionBoard(context, Number(context.settings.today().slice(0, 4)))
    return lines.filter((line) =>
      id === 0 ? line.complianceInspectionId !== null : line.complianceInspectorId === id,
    )
  }),
  serve(getInspectors, (context) => loadInspectors(context, context.params.year)),
  serve(calls.getPropertySpecificInspectionList, async (context) => {
    await refuseUnseenProperty(context, context.params.propertyId)
    return loadInspectionLines(context, sql`i.property_id = ${context.params.propertyId}`)
  }),
  serve(calls.getInspectionStart, (context) => loadInspectionStart(context, context.params.propertyId)),
  serve(calls.getLastRelatedInspection, async (context) => {
    const { propertyId, inspectionId } = context.params
    await refuseUnseenProperty(context, propertyId)
    return loadPreviousInspection(context, propertyId, inspectionId)
  }),
  serve(calls.getDetail, (context) => loadInspectionDetail(context, context.params.id)),
  serve(calls.getFormRows, async (context) => {
    const { inspectionId } = context.params
    await refuseUnseenInspection(context, inspectionId)
    const rows = await context.db
      .selectFrom('inspection8823Date')
      .selectAll()
      .where('complianceInspectionId', '=', inspectionId)
      .orderBy('bin')
      .orderBy('category')
      .execute()
    return addFormStates(rows, context.settings.today())
  }),
  serve(calls.getLetterRows, async (context) => {
    const { inspectionId } = context.params
    await refuseUnseenInspection(context, inspectionId)
    return context.db
      .selectFrom('inspectionLetterDate')
      .selectAll()
      .where('complianceInspectionId', '=', inspectionId)
      .orderBy('letterOn')
      .orderBy('inspectionLetterDateId')
      .execute()
  }),
  serve(calls.sendShowPropertyLetterDateEmail, showLetter),
  ...stepHandlers,
  ...findingHandlers,
  ...visitHandlers,
]
