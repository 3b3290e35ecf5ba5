import { z } from 'zod'
import { getPropertyRead } from './declare.ts'

/** The document type of a property's photo. The newest one is shown. */
export const PHOTO = 'Photo of the property'
/** The longest side of a stored photo, in pixels. */
export const PHOTO_SIDE = 1600

export const getPhoto = getPropertyRead(
  'GetPhoto',
  z.object({ fileId: z.int(), createdAt: z.string() }).nullable(),
  'The photo of a property: its latest document of that type; null if there is none',
)
