import { sql } from 'kysely'
import { serve } from '#kernel/server/serve.ts'
import { getPhoto, PHOTO } from '../model/photo.ts'
import { readProperty } from './property.ts'

type Photo = { fileId: number; createdAt: string }

/** The handler that answers the newest photo of a property. */
export const photoHandlers = [
  serve(getPhoto, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const result = await sql<Photo>`select f.file_id, f.created_at from file f
      where f.property_id = ${propertyId} and f.module_name = 'Property' and f.module_id = ${propertyId}
      and f.document_type = ${PHOTO}
        and f.content_type like 'image/%' and f.replaced_by_id is null and not f.internal_to_agency
      order by f.file_id desc limit 1`.execute(context.db)
    return result.rows[0] ?? null
  }),
]
