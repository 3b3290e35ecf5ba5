import type { FileSubject } from '#core/platform/files/model/index.ts'
import { attachFiles, removeFiles } from '#core/platform/files/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type EntryRow, loadEntryRow, processOnce } from '#offline/server/index.ts'
import { ComplianceInspection, InspectionFinding, InspectionUnit } from '../model/entities.ts'
import { InspectionStatus } from '../model/rules.ts'
import * as calls from '../model/visitCalls.ts'
import type { Inspection } from './detail.ts'
import { findingHooks } from './hooks.ts'
import { refuseWrongStatus, type StepContext } from './locking.ts'
import { recordUnit } from './samples.ts'
import { recordVisit } from './steps.ts'
import { loadInspectionVisit, loadUpcomingVisits } from './visit.ts'

/** Identifies a finding: by id and version, or as the one of an earlier entry with the key `after`. */
type FindingKey = {
  inspectionFindingId?: number | null | undefined
  version?: number | null | undefined
  after?: string | null | undefined
}
type EntryContext<Body> = StepContext<Body & { sentKey: string }>

/**
 * Loads and locks the finding that an entry is about; null for a new one. Refuses if it changed since the
 * device loaded it.
 */
async function loadFinding(
  context: AnyContext,
  id: number,
  { inspectionFindingId, version, after }: FindingKey,
) {
  if (!inspectionFindingId && !after) return null
  const before = after ? await loadEntryRow(context, after) : null
  const line = await lockRow(context, InspectionFinding, before?.rowId ?? Number(inspectionFindingId))
  if (line.complianceInspectionId !== id) refuse.notFound('This finding')
  const expectedVersion = before ? before.version : version
  await refuseStaleVersion(
    context,
    InspectionFinding,
    line.inspectionFindingId,
    expectedVersion,
    line.version,
  )
  return line
}

const toSentRow = (row: Values): EntryRow => ({
  entity: InspectionFinding.name,
  rowId: Number(row.inspectionFindingId),
  version: Number(row.version),
})

/**
 * Refuses a finding dated before the notice or after today. The day can differ from today because findings
 * are entered offline.
 */
function refuseDay(row: Inspection, foundOn: string, today: string): void {
  if (foundOn > today || (row.noticeOn !== null && foundOn < row.noticeOn))
    refuse.invalid([{ field: 'foundOn', message: 'Found: choose a day from the notice to today.' }])
}

async function saveFinding(
  context: EntryContext<FindingKey & calls.FindingFields & { foundOn?: string | null | undefined }>,
) {
  const { id } = context.params
  const { sentKey, inspectionFindingId, version, after, foundOn, ...values } = context.body
  await processOnce(context, sentKey, async () => {
    const row = await lockRow(context, ComplianceInspection, id)
    const present = await loadFinding(context, id, { inspectionFindingId, version, after })
    if (foundOn && !present) refuseDay(row, foundOn, context.settings.today())
    const input = { ...values, complianceInspectionId: id, ...(foundOn && !present ? { foundOn } : {}) }
    const stored = await findingHooks.before!(context, input, present)
    return toSentRow(
      present
        ? await updateRow(context, InspectionFinding, present.inspectionFindingId, stored)
        : await insertRow(context, InspectionFinding, stored),
    )
  })
  return loadInspectionVisit(context, id)
}

/** Returns the record to which the photos of a finding are attached. */
const getPhotos = (inspectionId: number, findingId: number): FileSubject => ({
  moduleName: 'ComplianceInspection',
  moduleId: inspectionId,
  subModuleName: 'InspectionFinding',
  subModuleId: findingId,
})

async function removeFinding(context: EntryContext<FindingKey>) {
  const { id } = context.params
  await processOnce(context, context.body.sentKey, async () => {
    const row = await lockRow(context, ComplianceInspection, id)
    refuseWrongStatus(row, 'find')
    const line = await loadFinding(context, id, context.body)
    if (!line)
      return refuse.invalid([{ field: 'inspectionFindingId', message: 'Finding: *Field is required' }])
    await context.db
      .deleteFrom('inspectionFinding')
      .where('inspectionFindingId', '=', line.inspectionFindingId)
      .execute()
    await removeFiles(context, [getPhotos(id, line.inspectionFindingId)])
    return undefined
  })
  return loadInspectionVisit(context, id)
}

type UnitEntry = {
  unit: string
  statusId: number
  note: string | null
  fileReviewed: boolean
  substitute?: boolean | null | undefined
  seen?: Pick<Row<typeof InspectionUnit>, 'statusId' | 'note' | 'fileReviewed'> | undefined
}

/**
 * Checks whether an entry changes the state of a unit. Returns false if the unit already has this state.
 * Refuses (409) if a colleague changed it since the device displayed it.
 */
function isChange(
  line: Row<typeof InspectionUnit>,
  { seen, statusId, note, fileReviewed }: UnitEntry,
): boolean {
  const agree = (other: NonNullable<UnitEntry['seen']>) =>
    line.statusId === other.statusId &&
    (line.note ?? '') === (other.note ?? '') &&
    line.fileReviewed === other.fileReviewed
  if (agree({ statusId, note, fileReviewed })) return false
  if (seen && !agree(seen))
    refuse.conflict(`Unit ${line.unit}: a colleague has noted something else meanwhile.`)
  return true
}

async function recordVisitUnit(context: EntryContext<UnitEntry>) {
  const { id } = context.params
  const { sentKey, unit, seen: _, ...outcome } = context.body
  await processOnce(context, sentKey, async () => {
    const match = await context.db
      .selectFrom('inspectionUnit')
      .selectAll()
      .where('complianceInspectionId', '=', id)
      .where('unit', '=', unit)
      .executeTakeFirst()
    const sampleUnit = match ?? refuse.notFound(`Unit ${unit} of the sample`)
    const line = await lockRow(context, InspectionUnit, sampleUnit.inspectionUnitId)
    if (isChange(line, context.body))
      await recordUnit({ ...context, params: { id: line.inspectionUnitId }, body: outcome, db: context.db })
    return undefined
  })
  return loadInspectionVisit(context, id)
}

async function addPhoto(context: EntryContext<FindingKey>) {
  const { id } = context.params
  const { body, uploads } = context
  if (uploads.length !== 1) refuse.invalid([{ field: 'file', message: 'Send one photo.' }])
  await processOnce(context, body.sentKey, async () => {
    const row = await lockRow(context, ComplianceInspection, id)
    if (row.statusId === InspectionStatus.CLOSED) refuse.conflict('This inspection is closed.')
    const { rowId } = body.after
      ? await loadEntryRow(context, body.after)
      : { rowId: (await loadFinding(context, id, body))?.inspectionFindingId ?? 0 }
    const line = await lockRow(context, InspectionFinding, rowId)
    if (line.complianceInspectionId !== id) refuse.notFound('This finding')
    const details = { propertyId: row.propertyId, documentType: calls.PHOTO_TYPE }
    await attachFiles(context, { ...getPhotos(id, rowId), ...details }, uploads)
    return undefined
  })
  return loadInspectionVisit(context, id)
}

/**
 * The handlers of the calls from a visit. Entries may arrive later than they were made; each is processed
 * once.
 */
export const visitHandlers: Served[] = [
  serve(calls.getVisits, (context) => loadUpcomingVisits(context)),
  serve(calls.getVisit, (context) => loadInspectionVisit(context, context.params.id)),
  serve(calls.saveVisitFinding, saveFinding),
  serve(calls.removeVisitFinding, removeFinding),
  serve(calls.recordVisitUnit, recordVisitUnit),
  serve(calls.addVisitPhoto, addPhoto),
  serve(calls.finishVisit, async (context) => {
    const { sentKey, ...payload } = context.body
    await processOnce(context, sentKey, async () => {
      await recordVisit({ ...context, body: payload, db: context.db })
      return undefined
    })
    return loadInspectionVisit(context, context.params.id)
  }),
]
