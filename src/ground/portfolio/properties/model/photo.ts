import { z } from 'zod'
import { getPropertyRead } from './declare.ts'

/** The document type of a property's photo; the newest is shown. */
export const PHOTO = 'Photo of the property'
/** Its longest side in pixels, as it is stored. */
export const PHOTO_SIDE = 1600

export const getPhoto = getPropertyRead(
  'GetPhoto',
  z.object({ fileId: z.int(), createdAt: z.string() }).nullable(),
  'The photo of a property: its latest document of that type; null if there is none',
)
