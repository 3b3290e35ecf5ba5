/** Largest signature picture in bytes. Our own choice: a letter keeps a copy of it. */
export const MOST_IMAGE_BYTES = 204_800
/** Length of a data URL of that many bytes. */
export const LONGEST_IMAGE_URL = 273_100

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** How contents of each type begin and end; one that does not would stop the PDF maker. */
const marks = {
  png: { start: '\x89PNG\r\n\x1a\n', end: 'IEND\xaeB`\x82' },
  jpeg: { start: '\xff\xd8\xff', end: '\xff\xd9' },
} as const

/**
 * The fault of a signature picture given as a data URL, regardless of its declared type; null when it is
 * valid.
 */
export function imageFault(dataUrl: string): string | null {
  const [, type, encoded] = DATA_URL.exec(dataUrl) ?? []
  if (!type || !encoded || encoded.length % 4 !== 0) return 'Choose a PNG or JPEG picture.'
  const content = atob(encoded)
  if (content.length > MOST_IMAGE_BYTES) return 'The picture may have at most 200 KB.'
  const { start, end } = marks[type as keyof typeof marks]
  return content.startsWith(start) && content.endsWith(end)
    ? null
    : 'This is not a whole PNG or JPEG picture.'
}
