import { type RawBuilder, sql } from 'kysely'
import { copyFiles } from '#core/platform/files/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Photo } from '../model/entities.ts'
import { listings as declared, type ListingRow } from '../model/listings.ts'

/** SQL: the photos of a listing as a JSON list, in their order. */
export const photosSql = (id: RawBuilder<unknown>) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'ahlPhotoId', f.ahl_photo_id, 'ahlId', f.ahl_id, 'propertyId', f.property_id, 'fileId', f.file_id,
    'title', f.title,
    'caption', f.caption, 'width', f.width, 'height', f.height, 'refusal', f.refusal, 'refusalComment',
    f.refusal_comment,
    'filedCompanyId', f.filed_company_id, 'position', f.position, 'clientKey', f.client_key)
    order by f.position, f.ahl_photo_id), '[]')
  from ahl_photo f where f.ahl_id = ${id})`

/** Loads the photos of a listing with the reasons why the agency refused them. */
export async function loadPhotos({ db }: AnyContext, ahlId: number): Promise<Photo[]> {
  const result = await sql<Photo>`select f.* from ahl_photo f where f.ahl_id = ${ahlId}
    order by f.position, f.ahl_photo_id`.execute(db)
  return result.rows
}

/**
 * Copies the photos of the previous version that were not refused to a new version. `before` is SQL for the
 * previous version.
 */
export async function copyPhotos(
  context: AnyContext,
  row: ListingRow,
  before: RawBuilder<unknown>,
): Promise<void> {
  const result = await sql<Photo>`select f.* from ahl_photo f where f.refusal is null
    and f.ahl_id = (select b.ahl_id from ${before} b where b.ahl_id <> ${row.ahlId})
    order by f.file_id`.execute(context.db)
  const { rows } = result
  if (rows.length === 0) return
  const fileIds = rows.map((photo) => photo.fileId)
  const to = { moduleName: declared.module, moduleId: row.ahlId, propertyId: row.propertyId }
  const files = await copyFiles(context, fileIds, to)
  await sql`insert into ahl_photo (ahl_id, property_id, file_id, position, title, caption, width, height)
    select ${row.ahlId}, ${row.propertyId}, n.file_id, f.position, f.title, f.caption, f.width, f.height
    from unnest(${fileIds}::integer[], ${files.map((file) => file.fileId)}::integer[]) n (old_id, file_id)
    join ahl_photo f on f.file_id = n.old_id`.execute(context.db)
}

/** Returns whether a file is a photo of a listing. */
export async function isPhoto({ db }: AnyContext, fileId: number | null): Promise<boolean> {
  if (fileId === null) return false
  const result = await sql`select from ahl_photo where file_id = ${fileId}`.execute(db)
  return result.rows.length > 0
}
