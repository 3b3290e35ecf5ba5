/** Builds a JPEG segment: its marker, its length and its data. */
export const segment = (marker: number, data: Buffer | string): Buffer => {
  const content = Buffer.from(data as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
/** Builds the frame segment that states the size of a picture in pixels. */
export const frame = (width: number, height: number) =>
  segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]))
/**
 * Builds the EXIF segment of a camera: the orientation (1 to 8) and a place. `little` chooses little-endian
 * numbers.
 */
export const exif = (turn: number, little: boolean) => {
  const tiff = Buffer.alloc(38)
  tiff.write(little ? 'II*\0' : 'MM\0*', 'latin1')
  const short = (value: number, index: number) =>
    little ? tiff.writeUInt16LE(value, index) : tiff.writeUInt16BE(value, index)
  const long = (value: number, index: number) =>
    little ? tiff.writeUInt32LE(value, index) : tiff.writeUInt32BE(value, index)
  long(8, 4)
  short(2, 8)
  short(0x010f, 10) // The camera maker, which no code reads.
  short(0x0112, 22) // The orientation.
  short(3, 24)
  long(1, 26)
  short(turn, 30)
  return segment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 38.57N 92.17W')]),
  )
}
/** The markers of the start and the end of an image. */
export const SOI = Buffer.from([0xff, 0xd8])
export const EOI = Buffer.from([0xff, 0xd9])
/** The scan segment with some compressed data. */
export const scan = Buffer.concat([
  segment(0xda, '\x01\x01\0\0\x3f\0'),
  Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]),
])
export const jfif = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0')
/**
 * Builds a JPEG of 640 by 480 pixels with these further segments. It is valid in structure but shows no
 * picture.
 */
export const jpeg = (...parts: Buffer[]) => Buffer.concat([SOI, jfif, ...parts, frame(640, 480), scan, EOI])
