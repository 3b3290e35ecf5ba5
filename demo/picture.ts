import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]
/** A rectangle of the picture in pixels, and the index of its color in the palette. */
export type Patch = { x: number; y: number; width: number; height: number; color: number }

function chunk(kind: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([head, content, sum])
}

/** Draws a PNG from rectangles, each over the previous ones. The background has the first color. */
export function drawPicture(
  { width, height }: { width: number; height: number },
  palette: readonly Color[],
  patches: readonly Patch[],
): Buffer {
  // Each line begins with its filter type, which is 0 (none).
  const pixels = Buffer.alloc((width + 1) * height)
  for (const patch of patches)
    for (let y = patch.y; y < Math.min(height, patch.y + patch.height); y += 1)
      pixels.fill(
        patch.color,
        y * (width + 1) + 1 + patch.x,
        y * (width + 1) + 1 + Math.min(width, patch.x + patch.width),
      )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
