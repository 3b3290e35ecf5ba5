/**
 * Packs files into a zip with compression, which is the format of an Excel workbook. It works in the browser
 * and on the server.
 */

const HEADER = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
/** The record after a content whose checksum and sizes are not known in advance. */
const DESCRIPTOR = 0x08074b50
const HAS_DESCRIPTOR = 0x0008
const [HEADER_SIZE, DESCRIPTOR_SIZE] = [30, 16]
/** The flag for names in UTF-8. */
const UTF8 = 0x0800
/** The version of the format that supports compression. */
const VERSION = 20
/** 1980-01-01. The date is constant, so that the same content results in the same file. */
const DAY = 0x0021

/** The table of the CRC-32 checksum. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})
/** Continues an unfinished checksum with further bytes. */
const continueCheckSum = (sum: number, bytes: Uint8Array): number => {
  let result = sum
  for (const byte of bytes) result = (result >>> 8) ^ crcTable[(result ^ byte) & 0xff]!
  return result
}
const checkSum = (bytes: Uint8Array): number => ~continueCheckSum(-1, bytes) >>> 0

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Encodes numbers of two or four bytes, with the least significant byte first. */
function encode(...fields: readonly (readonly [number, 2 | 4])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let index = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(index, value, true)
    else view.setUint32(index, value, true)
    index += size
  }
  return bytes
}

/** Builds a zip from texts by their file names. */
export async function buildZip(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const contents: Uint8Array[] = []
  const computeSize = (some: readonly Uint8Array[]) => some.reduce((sum, { length }) => sum + length, 0)
  for (const [path, text] of Object.entries(files)) {
    const name = new TextEncoder().encode(path)
    const plain = new TextEncoder().encode(text)
    const data = await deflate(plain)
    const common = [
      [UTF8, 2],
      [8, 2],
      [0, 2],
      [DAY, 2],
      [checkSum(plain), 4],
      [data.length, 4],
      [plain.length, 4],
      [name.length, 2],
      [0, 2],
    ] as const
    contents.push(
      encode(
        [ENTRY, 4],
        [VERSION, 2],
        [VERSION, 2],
        ...common,
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [computeSize(parts), 4],
      ),
      name,
    )
    parts.push(encode([HEADER, 4], [VERSION, 2], ...common), name, data)
  }
  const count = Object.keys(files).length
  const [begin, length] = [computeSize(parts), computeSize(contents)]
  const end = encode([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [begin, 4], [0, 2])
  return new Uint8Array(await new Blob([...parts, ...contents, end] as BlobPart[]).arrayBuffer())
}

/** The checksum and the sizes of a content that was written. */
type Written = { sum: number; plain: number; packed: number }

/** Compresses a stream of texts. `written` is complete after the last piece. */
async function* deflateStream(texts: AsyncIterable<string>, written: Written): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('deflate-raw')
  const encoder = new TextEncoder()
  const fill = async () => {
    const writer = writable.getWriter()
    try {
      for await (const text of texts) {
        const bytes = encoder.encode(text)
        written.sum = continueCheckSum(written.sum, bytes)
        written.plain += bytes.length
        await writer.write(bytes)
      }
      await writer.close()
    } catch (error) {
      // The reader receives the error.
      await writer.abort(error).catch(() => undefined)
    }
  }
  const filled = fill()
  for await (const piece of readable) {
    written.packed += piece.length
    yield piece
  }
  await filled
}

async function* streamText(text: string): AsyncGenerator<string> {
  yield text
}

/** Builds a zip of up to 4 GB as a stream, so that it never has to be in memory at once. */
export async function* zipStream(
  files: Iterable<readonly [string, string | AsyncIterable<string>]>,
): AsyncGenerator<Uint8Array> {
  const entries: Uint8Array[] = []
  let index = 0
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path)
    const fixedFields = [
      [UTF8 | HAS_DESCRIPTOR, 2],
      [8, 2],
      [0, 2],
      [DAY, 2],
    ] as const
    const written: Written = { sum: -1, plain: 0, packed: 0 }
    yield encode([HEADER, 4], [VERSION, 2], ...fixedFields, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2])
    yield name
    yield* deflateStream(typeof content === 'string' ? streamText(content) : content, written)
    const sizes = [
      [~written.sum >>> 0, 4],
      [written.packed, 4],
      [written.plain, 4],
    ] as const
    yield encode([DESCRIPTOR, 4], ...sizes)
    const [size, none] = [[name.length, 2] as const, [0, 2] as const]
    entries.push(
      encode(
        [ENTRY, 4],
        [VERSION, 2],
        [VERSION, 2],
        ...fixedFields,
        ...sizes,
        size,
        none,
        none,
        none,
        none,
        [0, 4],
        [index, 4],
      ),
      name,
    )
    index += HEADER_SIZE + name.length + written.packed + DESCRIPTOR_SIZE
  }
  yield* entries
  const length = entries.reduce((sum, item) => sum + item.length, 0)
  const count = entries.length / 2
  yield encode([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [index, 4], [0, 2])
}
