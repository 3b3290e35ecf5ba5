/**
 * A picture without camera metadata such as place, time, device, previews and comments. Pixels, colors and
 * orientation remain. Nothing is decoded, so no quality is lost.
 */
export type CleanPicture = { content: Buffer; width: number; height: number }

/**
 * Removes the camera metadata from a JPEG or PNG. Returns it with its size in pixels as displayed; null if
 * it cannot be read.
 */
export function cleanPicture(content: Buffer, contentType: string): CleanPicture | null {
  if (contentType === 'image/jpeg') return cleanJpeg(content)
  return contentType === 'image/png' ? cleanPng(content) : null
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1')
const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe]
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef]
const FIRST_SIDEWAYS = 5

/**
 * Whether a marker starts a frame, which has the size of the picture: C0 to CF except tables (C4),
 * extensions (C8) and arithmetic coding (CC).
 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Whether a segment is needed for display. Comments and application data are not, except for the JFIF
 * header, the color profile and Adobe's transform.
 */
function isNeeded(marker: number, data: Buffer): boolean {
  if (marker === COM) return false
  if (marker < APP0 || marker > APP15 || marker === APP0 || marker === APP14) return true
  return marker === APP2 && data.subarray(0, ICC.length).equals(ICC)
}

type JpegState = { parts: Buffer[]; width: number; height: number; turn: number; scans: number }

function cleanJpeg(content: Buffer): CleanPicture | null {
  if (content.length < 4 || content[0] !== 0xff || content[1] !== SOI) return null
  const state: JpegState = { parts: [content.subarray(0, 2)], width: 0, height: 0, turn: 1, scans: 0 }
  let index = 2
  while (index + 4 <= content.length && content[index] === 0xff && content[index + 1] !== EOI) {
    const marker = content[index + 1]!
    // A marker may be preceded by fill bytes of FF.
    if (marker === 0xff) index += 1
    else {
      const end = index + 2 + content.readUInt16BE(index + 2)
      if (end > content.length || end < index + 4) return null
      index = processSegment(state, content, marker, index, end)
    }
  }
  if (state.width === 0 || state.height === 0 || state.scans === 0) return null
  // Data after the end marker, such as the film of a motion photo, is left out.
  state.parts.push(Buffer.from([0xff, EOI]))
  const { width, height, turn } = state
  const displaySize = turn < FIRST_SIDEWAYS ? { width, height } : { width: height, height: width }
  return { content: Buffer.concat(state.parts), ...displaySize }
}

/** Keeps a segment or leaves it out, and returns where the next one begins. */
function processSegment(
  state: JpegState,
  content: Buffer,
  marker: number,
  index: number,
  end: number,
): number {
  const data = content.subarray(index + 4, end)
  if (isFrame(marker) && data.length >= 5) {
    state.height = data.readUInt16BE(1)
    state.width = data.readUInt16BE(3)
  }
  if (marker === APP1 && state.turn === 1) {
    state.turn = readOrientation(data)
    if (state.turn > 1) state.parts.push(createOrientationSegment(state.turn))
  }
  if (isNeeded(marker, data)) state.parts.push(content.subarray(index, end))
  if (marker !== SOS) return end
  state.scans += 1
  const next = findScanEnd(content, end)
  state.parts.push(content.subarray(end, next))
  return next
}

/**
 * Finds the end of the coded data after a scan's header: the next marker that is neither an escaped FF nor
 * a restart.
 */
function findScanEnd(content: Buffer, from: number): number {
  for (let index = content.indexOf(0xff, from); index !== -1; index = content.indexOf(0xff, index + 1)) {
    const next = content[index + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return index
  }
  return content.length
}

const ORIENTATION = 0x0112
const ENTRY = 12

/** Reads the orientation that the camera recorded, 1 to 8; 1 if there is none. */
function readOrientation(data: Buffer): number {
  const tiff = data.subarray(EXIF.length)
  if (!data.subarray(0, EXIF.length).equals(EXIF) || tiff.length < 10) return 1
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (index: number) =>
    index + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(index) : tiff.readUInt16BE(index)
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let index = 0; index < short(directory); index += 1) {
    const entry = directory + 2 + index * ENTRY
    if (entry + ENTRY > tiff.length) break
    const value = short(entry + 8)
    if (short(entry) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Creates a segment that contains the orientation and nothing else. */
function createOrientationSegment(turn: number): Buffer {
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0]
  const tiff = Buffer.concat([Buffer.from('MM\0*', 'latin1'), Buffer.from([0, 0, 0, 8, ...directory])])
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length])
  return Buffer.concat([head, EXIF, tiff])
}

const SIGNATURE: Buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHUNK = 12
const neededChunks = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
]

function cleanPng(content: Buffer): CleanPicture | null {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null
  const parts: Buffer[] = [SIGNATURE]
  const chunkTypes = new Set<string>()
  let offset = SIGNATURE.length
  while (offset + CHUNK <= content.length && !chunkTypes.has('IEND')) {
    const end = offset + CHUNK + content.readUInt32BE(offset)
    if (end > content.length) return null
    const kind = content.toString('latin1', offset + 4, offset + 8)
    if (neededChunks.includes(kind)) parts.push(content.subarray(offset, end))
    chunkTypes.add(kind)
    offset = end
  }
  if (!['IHDR', 'IDAT', 'IEND'].every((kind) => chunkTypes.has(kind))) return null
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)]
  return width === 0 || height === 0 ? null : { content: Buffer.concat(parts), width, height }
}
