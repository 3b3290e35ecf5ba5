/**
 * Redraws a picture as a PNG with eight bits a color. The PDF maker silently prints some PNGs (palettes with
 * transparency, sixteen bits) as blank, and a signature must not vanish. A JPEG is returned unchanged, and no
 * picture gives undefined. Rejects if the browser cannot show the picture.
 */
export async function redrawPicture(source: string | null | undefined): Promise<string | undefined> {
  if (!source) return undefined
  if (source.startsWith('data:image/jpeg')) return source
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.toDataURL('image/png')
}

/** Reads a file as a data URL. Rejects if it cannot be read. */
export function loadDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}
