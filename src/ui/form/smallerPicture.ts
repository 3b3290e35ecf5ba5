/**
 * The longest side of a photo in pixels: large enough to see its content, and small enough to store many on a
 * phone.
 */
export const LONGEST_SIDE = 1600
const QUALITY = 0.85

/**
 * Returns a photo as an upright JPEG whose longest side is at most `longest` pixels, without the camera's
 * metadata. Rejects if the browser cannot read the photo.
 */
export async function smallerPicture(file: File, longest: number): Promise<File> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error('it cannot be read as a photo. Choose a JPG or PNG.')
  })
  const scale = Math.min(1, longest / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser cannot make it smaller.')
  // Transparent parts of a picture become white instead of black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('the browser cannot make it smaller.')
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}
