import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, text } from '#kernel/model/field.ts'
import { AHLPhoto, Listing } from './entities.ts'
import { locatorFacts } from './facts.ts'
import { listings } from './listings.ts'

const { path, calls } = listings
const photoPath = '/api/AHLPhoto'
const read = permission(locatorFacts.permission, 'read')
const write = permission(locatorFacts.permission, 'write')
const byProperty = z.object({ propertyId: id('Property') })
const byPhoto = z.object({ id: id('Photo') })

/** The maximum size of a photo in bytes: 5 MB (domain 29). */
export const PHOTO_BYTES = 5_242_880

export const photos = controller(AHLPhoto, { path: photoPath, read, write })

const publishedListing = Listing.row
  .omit({
    statusId: true,
    version: true,
    agencyComments: true,
    clientKey: true,
    notGiven: true,
    remindedOn: true,
    returnReason: true,
  })
  .extend({
    propertyName: z.string(),
    companyName: z.string().nullable(),
    county: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    photoCount: z.int(),
    isStale: z.boolean(),
  })
export type PublishedListing = z.infer<typeof publishedListing>
export const getApprovedReport = call({
  method: 'GET',
  path: `${path}/GetApprovedReport`,
  access: read,
  answer: z.array(publishedListing),
  summary: 'The published listings: the latest approved version of each active property',
})

const propertyListing = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  city: z.string().nullable(),
  companyName: z.string().nullable(),
  units: z.int(),
  /** The state of the listing in words: Shown, Stale, Hidden, Not shown yet or Not listed. */
  standing: z.string(),
  shownId: z.int().nullable(),
  confirmedOn: z.string().nullable(),
  newestId: z.int().nullable(),
  newestStatusId: z.int().nullable(),
  newestLabel: z.string(),
  submitted: z.string().nullable(),
  photoCount: z.int(),
  refusedCount: z.int(),
})
export type PropertyListing = z.infer<typeof propertyListing>
export const getAdminList = call({
  method: 'GET',
  path: `${path}/GetAdminList`,
  access: read,
  answer: z.array(propertyListing),
  summary:
    'Properties with the state of their listing (shown, stale, hidden, not yet listed) and its latest version',
})

export const confirmListing = call({
  method: 'POST',
  path: `${path}/Confirm/:id`,
  access: write,
  params: z.object({ id: id('Listing') }),
  answer: calls.one.answer,
  summary: 'Confirm that the published listing is still correct',
})

export const getPhotos = call({
  method: 'GET',
  path: `${photoPath}/GetByPropertyId/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(AHLPhoto.row),
  summary: 'The photos of every version of a property’s listing, the newest version first',
})

export const uploadPhotos = call({
  method: 'POST',
  path: `${photoPath}/Upload/:propertyId`,
  access: write,
  params: byProperty,
  bodyType: 'multipart',
  bodyLimit: PHOTO_BYTES,
  body: z.object({ title: AHLPhoto.fields.title.optional(), caption: AHLPhoto.fields.caption.optional() }),
  answer: z.array(AHLPhoto.row),
  summary:
    'Add photos to the draft of a property’s listing, which is created if there is none; data of the camera is removed from them',
})

export const deletePhoto = call({
  method: 'DELETE',
  path: `${photoPath}/Delete/:id`,
  access: write,
  params: byPhoto,
  answer: z.boolean(),
  summary: 'Remove a photo from a draft listing',
})

export const refusePhotoCall = call({
  method: 'POST',
  path: `${photoPath}/Refuse`,
  access: agency('write'),
  body: z.object({
    id: id('Photo'),
    refusal: AHLPhoto.fields.refusal,
    refusalComment: text('Comment on the refusal', 500).optional(),
  }),
  answer: z.array(AHLPhoto.row),
  summary: 'Refuse a photo of a submitted listing with a reason, or accept it (null)',
})
