import { addMonths } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** Rules of a listing; browser and server run the same ones (domain 29). */

/** The values of a listing that the rules check. */
export type ListingContent = {
  contactName: string | null
  phone: string | null
  email: string | null
  address: string | null
  city: string | null
  zip: string | null
  residents: string | null
  bedroomsFrom: number | null
  bedroomsTo: number | null
  rentFrom: number | null
  rentTo: number | null
  accessibleUnits: number | null
}
/** The facts that the rules need besides the listing's values. */
export type ListingFacts = {
  /** The number of units of the property. */
  units: number
  /** The ZIP code that the server looked up last, and its towns; none if it is outside the state. */
  zipKnown: string | null
  zipCities: readonly string[]
  photos: readonly { title: string; refusal: string | null }[]
}

const requiredFields = [
  'contactName',
  'phone',
  'address',
  'city',
  'zip',
  'residents',
  'bedroomsFrom',
  'bedroomsTo',
  'rentFrom',
  'rentTo',
] as const

/** Returns all faults that prevent a listing from being submitted, each with its field. */
export function getListingFaults(content: ListingContent, listing: ListingFacts): Fault[] {
  const blank = requiredFields.flatMap((field): Fault[] => {
    const value = content[field]
    return value === null || (typeof value === 'string' && value.trim() === '')
      ? [{ field, message: REQUIRED }]
      : []
  })
  return [
    ...blank,
    ...getFigureFaults(content, listing),
    ...getPlaceFaults(content, listing),
    ...getPhotoFaults(listing),
  ]
}

/**
 * AHL-1: the lower end of a range is not above the upper end, and there are not more accessible units than
 * units.
 */
function getFigureFaults(content: ListingContent, { units }: ListingFacts): Fault[] {
  const { bedroomsFrom, bedroomsTo, rentFrom, rentTo, accessibleUnits } = content
  const faults: Fault[] = []
  if (bedroomsFrom !== null && bedroomsTo !== null && bedroomsTo < bedroomsFrom)
    faults.push({ field: 'bedroomsTo', message: `Enter ${bedroomsFrom} or more.` })
  if (rentFrom !== null && rentTo !== null && rentTo < rentFrom)
    faults.push({ field: 'rentTo', message: `Enter ${formatMoney(rentFrom)} or more.` })
  if (accessibleUnits !== null && accessibleUnits > units)
    faults.push({ field: 'accessibleUnits', message: `The property has ${units} units.` })
  return faults
}

/** Reduces a town's name to its letters, so that case, periods and short forms do not matter. */
const normalizeCity = (city: string): string =>
  city
    .toLowerCase()
    .replace(/^saint\b|^st\b\.?/, 'st')
    .replaceAll(/[^a-z]/g, '')

/** AHL-2: the ZIP code is in the state and belongs to the entered town. */
function getPlaceFaults({ city, zip }: ListingContent, { zipKnown, zipCities }: ListingFacts): Fault[] {
  const digits = zip?.slice(0, 5) ?? null
  // The towns of a ZIP code changed since the last save are not known here; the server looks them up on
  // saving.
  if (!digits || digits !== zipKnown) return []
  if (zipCities.length === 0) return [{ field: 'zip', message: 'This ZIP code is not in the state.' }]
  if (!city?.trim() || zipCities.some((zipCity) => normalizeCity(zipCity) === normalizeCity(city))) return []
  return [
    {
      field: 'zip',
      message: `ZIP code ${digits} belongs to ${zipCities.join(' or ')}, not to ${city.trim()}.`,
    },
  ]
}

/** AHL-3: the listing has a photo, and none that the agency refused. */
function getPhotoFaults({ photos }: ListingFacts): Fault[] {
  if (photos.length === 0) return [{ field: 'photos', message: 'Add a photo of the building.' }]
  const refused = photos.flatMap((photo, index) =>
    photo.refusal ? [`photo ${index + 1} (${photo.title}: ${photo.refusal.toLowerCase()})`] : [],
  )
  if (refused.length === 0) return []
  return [{ field: 'photos', message: `The agency refused ${refused.join(', ')}. Replace or remove it.` }]
}

/** Returns the agency's objections to photos, one sentence each, for mails. */
export const describeRefusedPhotos = (
  photos: readonly {
    title: string
    caption: string | null
    refusal: string | null
    refusalComment: string | null
  }[],
): string[] =>
  photos.flatMap(({ title, caption, refusal, refusalComment }, index) =>
    refusal
      ? [
          `Photo ${index + 1}, ${[title, caption].filter(Boolean).join(', ')}: ${[refusal, refusalComment].filter(Boolean).join('. ')}.`,
        ]
      : [],
  )

/**
 * Checks whether a listing must be confirmed again: its last confirmation is more than `months` months ago.
 */
export const isStale = (confirmedOn: string | null, today: string, months: number): boolean =>
  confirmedOn !== null && today > addMonths(confirmedOn, months)
