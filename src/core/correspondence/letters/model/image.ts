/** The maximum size of a picture in bytes. It is limited because every letter stores a copy. */
export const MAX_IMAGE_BYTES = 204_800
/** The length of a data URL with that many bytes. */
export const MAX_IMAGE_URL_LENGTH = 273_100

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** The first and last bytes of each picture type. The PDF maker fails on an incomplete picture. */
const marks = {
  png: { start: '\x89PNG\r\n\x1a\n', end: 'IEND\xaeB`\x82' },
  jpeg: { start: '\xff\xd8\xff', end: '\xff\xd9' },
} as const

/**
 * Returns the fault of a picture given as a data URL; null if it is a complete PNG or JPEG of at most 200 KB.
 */
export function getImageFault(dataUrl: string): string | null {
  const [, type, encoded] = DATA_URL.exec(dataUrl) ?? []
  if (!type || !encoded || encoded.length % 4 !== 0) return 'Choose a PNG or JPEG picture.'
  const content = atob(encoded)
  if (content.length > MAX_IMAGE_BYTES) return 'The picture may have at most 200 KB.'
  const { start, end } = marks[type as keyof typeof marks]
  return content.startsWith(start) && content.endsWith(end)
    ? null
    : 'This is not a whole PNG or JPEG picture.'
}
