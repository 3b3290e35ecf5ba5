import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]
/** A rectangle of the picture in pixels, and the index of its color in the palette. */
export type Rectangle = { x: number; y: number; width: number; height: number; color: number }

/** Encodes a chunk of a PNG file: its length, kind, data and checksum. */
function encodeChunk(kind: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const header = Buffer.alloc(4)
  header.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([header, content, sum])
}

/** Draws a PNG from rectangles, each over the previous ones. The background has the first color. */
export function drawPicture(
  { width, height }: { width: number; height: number },
  palette: readonly Color[],
  rectangles: readonly Rectangle[],
): Buffer {
  // Each line begins with its filter type, which is 0 (none).
  const pixels = Buffer.alloc((width + 1) * height)
  for (const rectangle of rectangles)
    for (let y = rectangle.y; y < Math.min(height, rectangle.y + rectangle.height); y += 1)
      pixels.fill(
        rectangle.color,
        y * (width + 1) + 1 + rectangle.x,
        y * (width + 1) + 1 + Math.min(width, rectangle.x + rectangle.width),
      )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // A bit depth of 8, colors of a palette, and the default compression, filter and interlacing.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk('IHDR', header),
    encodeChunk('PLTE', Buffer.from(palette.flat())),
    encodeChunk('IDAT', deflateSync(pixels)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}
