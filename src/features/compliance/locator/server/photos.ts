import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { attachFiles, cleanPicture, removeFile } from '#core/platform/files/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Upload } from '#kernel/server/files.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { PHOTO_BYTES, type refusePhotoCall } from '../model/calls.ts'
import { AHLPhoto, type Photo } from '../model/entities.ts'
import { listings as declared, type ListingRow } from '../model/listings.ts'
import { listings } from './listings.ts'

/** Loads and locks the draft of a property's listing; creates it if there is none. */
async function loadDraft(context: AnyContext, propertyId: number): Promise<ListingRow> {
  const id =
    (await loadDraftId(context, propertyId)) || (await listings.save(context, { request: { propertyId } }))
  return listings.lockForDocuments(context, id)
}

async function loadDraftId({ db }: AnyContext, propertyId: number): Promise<number> {
  const result = await sql<{ id: number | null }>`select max(ahl_id) as id from ahl
    where property_id = ${propertyId} and status_id in (${sqlStatus.NOT_SUBMITTED},
    ${sqlStatus.SUBMITTED})`.execute(db)
  return result.rows[0]?.id ?? 0
}

/** Returns the id of the version to which an upload adds photos; 0 if the upload will create one. */
export const findDraft = (context: AnyContext): Promise<number> =>
  loadDraftId(context, (context as AnyContext & { params: { propertyId: number } }).params.propertyId)

/** Removes the camera's data from an uploaded photo; refuses files that are not pictures or are too large. */
async function cleanUpload(context: AnyContext, upload: Upload, longest: number) {
  const picture = cleanPicture(await upload.content(), upload.contentType)
  const { fileName } = upload
  const refuseFile = (message: string) =>
    refuse.invalid([{ field: 'file', message: `${fileName} ${message}` }])
  if (!picture) return refuseFile('is no photo that can be read. Send a JPG or PNG.')
  const { width, height, content } = picture
  if (Math.max(width, height) > longest)
    return refuseFile(
      `is ${width} by ${height} pixels large. Make it smaller: at most ${longest} on its longest side.`,
    )
  const received = await context.services.files.receive(Readable.from([content]), PHOTO_BYTES)
  return { upload: { ...upload, ...received }, width, height }
}

/** Adds uploaded photos to the draft of a property's listing, and returns all its photos. */
export async function addPhotos(
  context: AnyContext,
  propertyId: number,
  { title, caption }: { title?: Photo['title'] | undefined; caption?: string | null | undefined },
): Promise<Photo[]> {
  if (context.uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a photo.' }])
  const row = await loadDraft(context, propertyId)
  const { photos, mostPhotos, longestSide } = await listings.detail(context, row.ahlId)
  if (photos.length + context.uploads.length > mostPhotos)
    refuse.rule(`A listing has at most ${mostPhotos} photos; this one has ${photos.length}.`)
  const details = { moduleName: declared.module, moduleId: row.ahlId, propertyId: row.propertyId }
  const last = Math.max(0, ...photos.map((photo) => photo.position))
  for (const [index, upload] of context.uploads.entries()) {
    const photo = await cleanUpload(context, upload, longestSide)
    try {
      const [file] = await attachFiles(context, { ...details, documentType: title ?? 'Other' }, [
        photo.upload,
      ])
      await sql`insert into ahl_photo (ahl_id, property_id, file_id, position, title, caption, width, height)
        values (${row.ahlId}, ${row.propertyId}, ${file!.fileId}, ${last + index + 1}, ${title ?? 'Other'},
        ${caption ?? null}, ${photo.width}, ${photo.height})`.execute(context.db)
    } finally {
      await photo.upload.discard()
    }
  }
  return (await listings.detail(context, row.ahlId)).photos
}

/** Locks a photo and its listing while the listing is still a draft; 409 once it is submitted. */
export async function lockPhoto(context: AnyContext, id: number): Promise<Photo> {
  const photo = await lockRow(context, AHLPhoto, id)
  await listings.lockForDocuments(context, photo.ahlId)
  return photo
}

/** Removes a photo with its file. */
export async function removePhoto(context: AnyContext, id: number): Promise<boolean> {
  const { fileId } = await lockPhoto(context, id)
  await removeFile(context, fileId)
  return true
}

type RefusalInput = NonNullable<typeof refusePhotoCall.body>['_output']

/** Stores why a photo of a submitted listing is refused; null accepts it. */
export async function storePhotoRefusal(
  context: AnyContext,
  { id, refusal, refusalComment }: RefusalInput,
): Promise<Photo[]> {
  const photo = await lockRow(context, AHLPhoto, id)
  const { statusId } = await listings.lockForDocuments(context, photo.ahlId)
  if (statusId !== RequestStatus.SUBMITTED)
    refuse.conflict('Photos are judged while their listing is submitted.')
  if (refusal === 'Other' && !refusalComment?.trim())
    refuse.rule('There is a problem', [
      { field: 'refusalComment', message: 'Say what is wrong with the photo.' },
    ])
  await sql`update ahl_photo
    set refusal = ${refusal}, refusal_comment = ${refusal ? (refusalComment ?? null) : null}
    where ahl_photo_id = ${id}`.execute(context.db)
  return (await listings.detail(context, photo.ahlId)).photos
}

/**
 * Loads the photos of all versions of a property's listing. Only the agency sees refusals in a version under
 * review.
 */
export async function loadPropertyPhotos({ db }: AnyContext, propertyId: number): Promise<Photo[]> {
  const result = await sql<Photo>`
    select f.ahl_photo_id, f.ahl_id, f.property_id, f.file_id, f.title, f.caption, f.width, f.height,
    f.filed_company_id, f.position, f.client_key,
      case when q.open then f.refusal end as refusal, case when q.open then f.refusal_comment
      end as refusal_comment
    from ahl_photo f join ahl r using (ahl_id)
    cross join lateral (select (select kernel.is_agency()) or r.status_id <> ${sqlStatus.SUBMITTED} as open) q
    where f.property_id = ${propertyId} order by r.listing_version desc, f.position, f.ahl_photo_id`.execute(
    db,
  )
  return result.rows
}
