/** Packs files into a zip, each deflated: what an Excel workbook is. Runs in the browser and on the server. */

const HEADER = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
/** Names are UTF-8; the version that knows deflate. */
const UTF8 = 0x0800
const VERSION = 20
/** 1980-01-01: the same figures make the same file. */
const DAY = 0x0021

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})
const checkSum = (bytes: Uint8Array): number =>
  ~bytes.reduce((sum, byte) => (sum >>> 8) ^ sums[(sum ^ byte) & 0xff]!, -1) >>> 0

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Numbers of two or four bytes, the least first. */
function numbers(...fields: readonly (readonly [number, 2 | 4])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

/** A zip of texts by their names. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const contents: Uint8Array[] = []
  const sizeOf = (some: readonly Uint8Array[]) => some.reduce((sum, { length }) => sum + length, 0)
  for (const [path, text] of Object.entries(files)) {
    const name = new TextEncoder().encode(path)
    const plain = new TextEncoder().encode(text)
    const data = await deflated(plain)
    const told = [
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
      numbers([ENTRY, 4], [VERSION, 2], [VERSION, 2], ...told, [0, 2], [0, 2], [0, 2], [0, 4], [sizeOf(parts), 4]),
      name,
    )
    parts.push(numbers([HEADER, 4], [VERSION, 2], ...told), name, data)
  }
  const count = Object.keys(files).length
  const [begin, length] = [sizeOf(parts), sizeOf(contents)]
  const end = numbers([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [begin, 4], [0, 2])
  return new Uint8Array(await new Blob([...parts, ...contents, end] as BlobPart[]).arrayBuffer())
}
