/**
 * Cuts text into slices of `size` characters, the last one shorter. Joining them gives the text again
 * (FIL-03).
 */
export function sliceInto(text: string, size = 512): string[] {
  if (!(size >= 1)) throw new RangeError(`Not a slice size: ${size}`)
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}
