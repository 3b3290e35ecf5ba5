import { sql } from 'kysely'
import { type AttachedFile, toAttachedFile } from '#core/platform/files/model/index.ts'
import {
  attachFiles,
  copyFiles,
  loadFiles,
  removeFile,
  restoreFiles,
  setAsideFiles,
} from '#core/platform/files/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { PRODUCT } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isOpen } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { lockRow, readRow } from '#kernel/server/rows.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { inSentence } from '../model/words.ts'
import type { AnyRow, Kit, Values } from './kit.ts'
import type { LineEntity } from './saving.ts'

/** The `subModuleName` of documents that belong to a line instead of to the record itself. */
const ITEM = 'item'

/**
 * Locks a record before its documents change. The company may change them while it edits the record, the
 * agency until the record is decided.
 */
export async function lockForDocuments(context: AnyContext, { review }: Kit, id: number): Promise<AnyRow> {
  const row = (await lockRow(context, review.entity, id)) as AnyRow
  const open =
    canEdit(review.flow, row, context.actor) || (isAgencyWriter(context.actor) && isOpen(row.statusId))
  return open
    ? row
    : refuse.conflict(`The documents of a submitted ${review.noun} can no longer be changed here.`)
}

/**
 * Returns the check that the calls for documents run before a change: the record must be open and belong to
 * the given property or company.
 */
export const fileGuard =
  (kit: Kit) =>
  async (
    context: AnyContext,
    file: { moduleId?: number | null; propertyId?: number | null; managementCompanyId?: number | null },
  ): Promise<void> => {
    const row = await lockForDocuments(context, kit, file.moduleId ?? 0)
    const agrees =
      (file.propertyId ?? null) === (row.propertyId ?? null) &&
      (row.propertyId != null || (file.managementCompanyId ?? null) === (row.managementCompanyId ?? null))
    if (!agrees) refuse.notFound(`This ${inSentence(kit.review.entity.label)}`)
  }

/**
 * Returns the values of a document's fields that follow from its record. A caller may send these fields only
 * with these values. The record is the one that `findId` finds, or else the one with the id in the path or in
 * `moduleId`. With id 0 the upload begins a new record.
 */
export const getDocumentValues =
  (kit: Kit, findId?: (context: AnyContext) => Promise<number>): NonNullable<Served['standing']> =>
  async (context) => {
    const { params, body } = context as { params?: Values; body: Values }
    const id = findId ? await findId(context) : Number(params?.id ?? body.moduleId)
    return {
      moduleName: kit.review.module,
      subModuleName: body.subModuleId ? ITEM : null,
      subModuleId: body.subModuleId ?? null,
      moduleUniqueName: null,
      merge: false,
      internalToAgency: false,
      [`internalTo${PRODUCT}`]: false,
      ...(id === 0
        ? { moduleId: 0, propertyId: params?.propertyId ?? params?.projectId }
        : await loadOwner(context, kit, id)),
    }
  }

async function loadOwner(context: AnyContext, { review }: Kit, id: number): Promise<Values> {
  const row = (await readRow(context, review.entity, id)) as AnyRow
  return {
    moduleId: getReviewKey(review.entity, row),
    propertyId: row.propertyId ?? null,
    managementCompanyId: row.managementCompanyId ?? row.filedCompanyId,
    statusId: row.statusId,
  }
}

/** Locks a record and attaches the uploaded documents to it, if they may still change. */
export const lockAndAttach = async (
  context: AnyContext,
  kit: Kit,
  id: number,
  ...what: [string | null, (number | null)?, (string | null)?]
) => attachTo(context, kit, await lockForDocuments(context, kit, id), ...what)

/** Attaches the uploaded documents to a locked record, regardless of its status. */
export async function attachTo(
  context: AnyContext,
  { review }: Kit,
  row: AnyRow,
  documentType: string | null,
  itemId: number | null = null,
  title: string | null = null,
): Promise<AttachedFile[]> {
  if (context.uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a file.' }])
  const { propertyId = null, managementCompanyId = null } = row
  const details = {
    moduleName: review.module,
    moduleId: getReviewKey(review.entity, row),
    documentType,
    title,
    ...(propertyId === null ? { managementCompanyId, propertyId } : { propertyId }),
    ...(itemId ? { subModuleName: ITEM, subModuleId: itemId } : {}),
  }
  return (await attachFiles(context, details, context.uploads)).map(toAttachedFile)
}

/**
 * Locks the record of a document before a change. Documents of other kinds of records are not found (404).
 */
async function lockDocument(context: AnyContext, kit: Kit, fileId: number): Promise<AnyRow> {
  const file = await context.db
    .selectFrom('file')
    .select(['moduleId', 'moduleName'])
    .where('fileId', '=', fileId)
    .executeTakeFirst()
  if (!file || file.moduleName !== kit.review.module) return refuse.notFound('This document')
  return lockForDocuments(context, kit, file.moduleId ?? 0)
}

/** Removes a document of a record that may still change. */
export async function removeDocument(context: AnyContext, kit: Kit, fileId: number): Promise<boolean> {
  await lockDocument(context, kit, fileId)
  await removeFile(context, fileId)
  return true
}

/**
 * Sets the type of a document and the lines it belongs to. Each further line gets a copy of the file; without
 * lines it belongs to the record itself. Lines of other records are not found (404).
 */
export async function placeDocument(
  context: AnyContext,
  kit: Kit,
  fileId: number,
  entity: LineEntity,
  { documentType, itemIds }: { documentType: string | null; itemIds: readonly number[] },
): Promise<AttachedFile[]> {
  const row = await lockDocument(context, kit, fileId)
  const moduleId = getReviewKey(kit.review.entity, row)
  const lineIds = new Set((await loadLines(context, entity, moduleId)).map((line) => line.id))
  if (!itemIds.every((id) => lineIds.has(id))) refuse.notFound(`This ${inSentence(entity.label)}`)
  const [first = null, ...otherRows] = itemIds
  const place = { documentType, subModuleName: first === null ? null : ITEM, subModuleId: first }
  await context.db.updateTable('file').set(place).where('fileId', '=', fileId).execute()
  const { propertyId } = row
  const to = {
    moduleName: kit.review.module,
    moduleId,
    subModuleName: ITEM,
    propertyId: propertyId as number,
  }
  for (const subModuleId of otherRows) await copyFiles(context, [fileId], { ...to, subModuleId })
  return loadReviewDocuments(context, kit, moduleId)
}

const loadLines = async ({ db }: AnyContext, entity: LineEntity, id: number) =>
  (
    await sql<{
      id: number
      clientKey: string | null
    }>`select ${sql.ref(snakeCase(entity.key))} as id, client_key
      from ${sql.table(entity.table)} where ${sql.ref(snakeCase(entity.parent))} = ${id}`.execute(db)
  ).rows

/**
 * A line as the browser sends it. A removed line that is restored is new, and `formerId` is its former id.
 */
type SentLine = { clientKey?: string | null | undefined; formerId?: number | null | undefined }

/**
 * Moves documents along with their lines: those of removed lines are set aside, and those of restored lines
 * are brought restoredLines. Call it after the lines were saved. `removedIds` are the lines that were
 * removed.
 */
export async function followLines(
  context: AnyContext,
  { review }: Kit,
  entity: LineEntity,
  moduleId: number,
  sentLines: readonly SentLine[],
  removedIds: readonly number[],
): Promise<void> {
  const lines = { moduleName: review.module, moduleId, subModuleName: ITEM }
  await setAsideFiles(context, lines, removedIds)
  const formerIds = new Map(
    sentLines.flatMap(({ clientKey, formerId }) => (clientKey && formerId ? [[clientKey, formerId]] : [])),
  )
  if (formerIds.size === 0) return
  const restoredLines = (await loadLines(context, entity, moduleId)).flatMap(({ id, clientKey }) => {
    const formerId = formerIds.get(clientKey ?? '')
    return formerId === undefined ? [] : [{ id, formerId }]
  })
  await restoreFiles(context, lines, restoredLines)
}

/** Loads the documents of a record as its screen lists them. */
export const loadReviewDocuments = async (
  context: AnyContext,
  kit: Kit,
  id: number,
): Promise<AttachedFile[]> =>
  (await loadFiles(context, [{ moduleName: kit.review.module, moduleId: id }])).map(toAttachedFile)
