import type { FileSubject } from '#ground/platform/files/model/index.ts'
import { attachFiles, removeFiles } from '#ground/platform/files/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { once, type SentRow, sentBefore } from '#offline/server/index.ts'
import { ComplianceInspection, InspectionFinding, InspectionUnit } from '../model/entities.ts'
import { InspectionStatus } from '../model/rules.ts'
import * as calls from '../model/visitCalls.ts'
import type { Inspection } from './detail.ts'
import { findingHooks } from './hooks.ts'
import { type Asked, refuseElsewhere } from './locking.ts'
import { lookAt } from './samples.ts'
import { recordVisit } from './steps.ts'
import { comingVisits, loadInspectionVisit } from './visit.ts'

type Which = {
  inspectionFindingId?: number | null | undefined
  version?: number | null | undefined
  after?: string | null | undefined
}
type Entry<Body> = Asked<Body & { sentKey: string }>

/** The finding that an entry is about, locked on the version that the device saw; null for a new one. */
async function loadFinding(context: AnyContext, id: number, { inspectionFindingId, version, after }: Which) {
  if (!inspectionFindingId && !after) return null
  const before = after ? await sentBefore(context, after) : null
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

const asSent = (row: Values): SentRow => ({
  entity: InspectionFinding.name,
  rowId: Number(row.inspectionFindingId),
  version: Number(row.version),
})

/** The day of a finding that was written without connection: not before the notice, nor after today. */
function refuseDay(row: Inspection, foundOn: string, today: string): void {
  if (foundOn > today || (row.noticeOn !== null && foundOn < row.noticeOn))
    refuse.invalid([{ field: 'foundOn', message: 'Found: choose a day from the notice to today.' }])
}

async function saveFinding(
  context: Entry<Which & calls.FindingFields & { foundOn?: string | null | undefined }>,
) {
  const { id } = context.params
  const { sentKey, inspectionFindingId, version, after, foundOn, ...values } = context.body
  await once(context, sentKey, async () => {
    const row = await lockRow(context, ComplianceInspection, id)
    const present = await loadFinding(context, id, { inspectionFindingId, version, after })
    if (foundOn && !present) refuseDay(row, foundOn, context.settings.today())
    const input = { ...values, complianceInspectionId: id, ...(foundOn && !present ? { foundOn } : {}) }
    const stored = await findingHooks.before!(context, input, present)
    return asSent(
      present
        ? await updateRow(context, InspectionFinding, present.inspectionFindingId, stored)
        : await insertRow(context, InspectionFinding, stored),
    )
  })
  return loadInspectionVisit(context, id)
}

/** Where the photos of a finding are kept. */
const getPhotos = (inspectionId: number, findingId: number): FileSubject => ({
  moduleName: 'ComplianceInspection',
  moduleId: inspectionId,
  subModuleName: 'InspectionFinding',
  subModuleId: findingId,
})

async function removeFinding(context: Entry<Which>) {
  const { id } = context.params
  await once(context, context.body.sentKey, async () => {
    const row = await lockRow(context, ComplianceInspection, id)
    refuseElsewhere(row, 'find')
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

type Look = {
  unit: string
  statusId: number
  note: string | null
  fileReviewed: boolean
  substitute?: boolean | null | undefined
  seen?: Pick<Row<typeof InspectionUnit>, 'statusId' | 'note' | 'fileReviewed'> | undefined
}

/**
 * Refuses what would undo a colleague's word; the same word of two is one. Answers whether there is anything
 * to do.
 */
function changes(line: Row<typeof InspectionUnit>, { seen, statusId, note, fileReviewed }: Look): boolean {
  const agree = (other: NonNullable<Look['seen']>) =>
    line.statusId === other.statusId &&
    (line.note ?? '') === (other.note ?? '') &&
    line.fileReviewed === other.fileReviewed
  if (agree({ statusId, note, fileReviewed })) return false
  if (seen && !agree(seen))
    refuse.conflict(`Unit ${line.unit}: a colleague has noted something else meanwhile.`)
  return true
}

async function lookAtUnit(context: Entry<Look>) {
  const { id } = context.params
  const { sentKey, unit, seen: _, ...outcome } = context.body
  await once(context, sentKey, async () => {
    const match = await context.db
      .selectFrom('inspectionUnit')
      .selectAll()
      .where('complianceInspectionId', '=', id)
      .where('unit', '=', unit)
      .executeTakeFirst()
    const sampleUnit = match ?? refuse.notFound(`Unit ${unit} of the sample`)
    const line = await lockRow(context, InspectionUnit, sampleUnit.inspectionUnitId)
    if (changes(line, context.body))
      await lookAt({ ...context, params: { id: line.inspectionUnitId }, body: outcome, db: context.db })
    return undefined
  })
  return loadInspectionVisit(context, id)
}

async function addPhoto(context: Entry<Which>) {
  const { id } = context.params
  const { body, uploads } = context
  if (uploads.length !== 1) refuse.invalid([{ field: 'file', message: 'Send one photo.' }])
  await once(context, body.sentKey, async () => {
    const row = await lockRow(context, ComplianceInspection, id)
    if (row.statusId === InspectionStatus.CLOSED) refuse.conflict('This inspection is closed.')
    const { rowId } = body.after
      ? await sentBefore(context, body.after)
      : { rowId: (await loadFinding(context, id, body))?.inspectionFindingId ?? 0 }
    const line = await lockRow(context, InspectionFinding, rowId)
    if (line.complianceInspectionId !== id) refuse.notFound('This finding')
    const details = { propertyId: row.propertyId, documentType: calls.PHOTO_TYPE }
    await attachFiles(context, { ...getPhotos(id, rowId), ...details }, uploads)
    return undefined
  })
  return loadInspectionVisit(context, id)
}

/** What an inspector does at a visit, also later than it was done: each entry of a device once. */
export const visitHandlers: Served[] = [
  serve(calls.getVisits, (context) => comingVisits(context)),
  serve(calls.getVisit, (context) => loadInspectionVisit(context, context.params.id)),
  serve(calls.saveVisitFinding, saveFinding),
  serve(calls.removeVisitFinding, removeFinding),
  serve(calls.lookAtVisitUnit, lookAtUnit),
  serve(calls.addVisitPhoto, addPhoto),
  serve(calls.finishVisit, async (context) => {
    const { sentKey, ...payload } = context.body
    await once(context, sentKey, async () => {
      await recordVisit({ ...context, body: payload, db: context.db })
      return undefined
    })
    return loadInspectionVisit(context, context.params.id)
  }),
]
