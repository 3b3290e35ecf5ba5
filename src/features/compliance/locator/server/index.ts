import { getDocumentValues } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { Listing, type Photo } from '../model/entities.ts'
import { listings } from './listings.ts'
import { loadPropertyListings, loadPublishedListings } from './lists.ts'
import {
  addPhotos,
  findDraft,
  loadPropertyPhotos,
  lockPhoto,
  removePhoto,
  storePhotoRefusal,
} from './photos.ts'

/** Stores that the company confirmed the published listing today. */
async function confirm(context: AnyContext, id: number) {
  await lockRow(context, Listing, id)
  const { isShown } = await listings.detail(context, id)
  if (!isShown) refuse.conflict('Only the version that is shown is confirmed.')
  await updateRow(context, Listing, id, { confirmedOn: context.settings.today() })
  return listings.detail(context, id)
}

/**
 * Checks a photo that is changed by the generic calls. Only its title and caption can change, and only while
 * its listing is a draft. Photos are added by uploading.
 */
async function beforePhoto(context: AnyContext, values: Partial<Photo>, present: Photo | null) {
  if (!present) return refuse.rule('A photo is added by uploading it.')
  const { ahlId, propertyId, fileId } = { ...present, ...values }
  if (ahlId !== present.ahlId || propertyId !== present.propertyId || fileId !== present.fileId)
    refuse.invalid([{ field: 'ahlId', message: 'Listing: a photo stays where it was added.' }])
  await lockPhoto(context, present.ahlPhotoId)
  return values
}

const photoHandlers = serveController(calls.photos, {
  before: (context, values, present) =>
    beforePhoto(context, values as Partial<Photo>, present as Photo | null),
})

/** The handlers of the locator's calls beyond those of the review. */
export const served: Served[] = [
  // Both calls that remove a photo also remove its file.
  ...photoHandlers.filter((served) => served.call !== calls.photos.remove),
  serve(calls.photos.remove, (context) => removePhoto(context, context.params.id)),
  serve(calls.deletePhoto, (context) => removePhoto(context, context.params.id)),
  serve(calls.getApprovedReport, loadPublishedListings),
  serve(calls.getAdminList, loadPropertyListings),
  serve(calls.confirmListing, (context) => confirm(context, context.params.id)),
  serve(calls.getPhotos, (context) => loadPropertyPhotos(context, context.params.propertyId)),
  {
    ...serve(calls.uploadPhotos, (context) => addPhotos(context, context.params.propertyId, context.body)),
    standing: async (context) => ({
      ...((await getDocumentValues(listings.kit, findDraft)(context)) as object),
      documentType: (context as { body: { title?: string } }).body.title ?? 'Other',
    }),
  },
  serve(calls.refusePhotoCall, (context) => storePhotoRefusal(context, context.body)),
]
