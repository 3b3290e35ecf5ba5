/** A grayscale picture with values from 0 to 255, row by row. */
export type Grays = { width: number; height: number; values: Uint8Array | Uint8ClampedArray }

/** The longest side, in pixels, on which sharpness is measured: the same for every camera. */
const MEASURED_SIDE = 512
/**
 * Below this variance a photo counts as blurred. A photo of a bare wall does so, too: the result is only a
 * hint, and the photo is stored anyway.
 */
const MIN_SHARP_VARIANCE = 40
/** Pictures with a side shorter than this, in pixels, are not measured. */
const MIN_SIDE = 64

/**
 * Computes the variance of a picture's Laplacian: how much pixels differ from their neighbors, which blur
 * reduces. It is zero for a single color. Border pixels are left out because they lack neighbors on one side.
 */
export function computeLaplacianVariance({ width, height, values }: Grays): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const index = y * width + x
      const around = values[index - 1]! + values[index + 1]! + values[index - width]! + values[index + width]!
      const value = around - 4 * values[index]!
      sum += value
      squares += value * value
      count += 1
    }
  if (count === 0) return 0
  const mean = sum / count
  return squares / count - mean * mean
}

/** Checks whether a picture of the measured size is probably blurred. */
export const isUnsharp = (grays: Grays): boolean =>
  Math.min(grays.width, grays.height) >= MIN_SIDE && computeLaplacianVariance(grays) < MIN_SHARP_VARIANCE

/** Converts a picture with four bytes a pixel (RGBA) to grays, weighted as the eye sees colors. */
export function convertToGrays({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Grays {
  const values = new Uint8Array(width * height)
  for (let index = 0; index < values.length; index += 1)
    values[index] = (299 * data[4 * index]! + 587 * data[4 * index + 1]! + 114 * data[4 * index + 2]!) / 1000
  return { width, height, values }
}

/** Checks whether a photo is probably blurred; false if the browser cannot measure it. */
export async function isPhotoUnsharp(photo: Blob): Promise<boolean> {
  const image = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => null)
  if (!image) return false
  const scale = Math.min(1, MEASURED_SIDE / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return isUnsharp(convertToGrays(context.getImageData(0, 0, canvas.width, canvas.height)))
}
