import { z } from 'zod'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { AHLPhoto, Listing } from './entities.ts'
import { getListingVersionsPath, locatorFacts } from './facts.ts'
import { getListingFaults, type ListingContent, type ListingFacts } from './rules.ts'
import { locatorSettings as settings } from './settings.ts'

/** A unit type of the property with its number of units and the range of its current rents. */
const roomOnRecord = z.object({
  label: z.string(),
  units: z.int(),
  rentFrom: z.number().nullable(),
  rentTo: z.number().nullable(),
})

/**
 * Declares the review of listings: the agency approves, rejects or returns a submitted version. A change is a
 * new version, and the old one remains shown until then (domain 29, 39).
 */
export const listings = review(Listing, {
  path: '/api/AHL',
  name: locatorFacts.name,
  prefix: 'AHL',
  noun: 'listing',
  access: locatorFacts.permission,
  module: locatorFacts.module,
  routes: { ...locatorFacts, owner: ({ propertyId }) => getListingVersionsPath(propertyId) },
  names: { ofProperty: 'GetByPropertyId' },
  flow: {
    steps: {
      return: {
        from: [RequestStatus.SUBMITTED],
        confirm:
          'The company is mailed your reason and your comments on photos, and can change and resubmit.',
      },
      startReview: null,
      review: null,
      approve: {
        from: [RequestStatus.SUBMITTED],
        by: 'agency write',
        confirm:
          'This version is shown from now on in the place of the one before. Everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: {
        from: [RequestStatus.SUBMITTED],
        label: 'Reject',
        done: 'Rejected',
        confirm: 'The version before stays. Your reason and your comments on photos are mailed.',
      },
      reopen: null,
    },
  },
  detail: {
    photos: z.array(AHLPhoto.row),
    /** Values of the property's records, for comparison. */
    propertyName: z.string(),
    propertyActive: z.boolean(),
    units: z.int(),
    rooms: z.array(roomOnRecord),
    zipKnown: z.string().nullable(),
    zipCities: z.array(z.string()),
    /** Whether this version is the one that is published. */
    isShown: z.boolean(),
    isStale: z.boolean(),
    mostPhotos: z.int(),
    longestSide: z.int(),
  },
  lines: { photos: AHLPhoto },
  withheld: ['refusal', 'refusalComment'],
  line: {
    listingVersion: z.int(),
    city: z.string().nullable(),
    photoCount: z.int(),
    refusedCount: z.int(),
    isShown: z.boolean(),
    confirmedOn: z.iso.date().nullable(),
  },
  rules: { AHL: (content: ListingContent, listing: ListingFacts) => getListingFaults(content, listing) },
  mails: complianceMails,
  settings: { queue: settings.queueAddress, turnaround: settings.turnaroundDays },
})

/** A version of a listing as a record, with the details on its screen, and as a line in lists. */
export type ListingRow = ReviewedRow<typeof Listing>
export type ListingDetail = DetailOfReview<typeof listings>
export type ListingLine = LineOfReview<typeof listings>
