import {
  type PdfDictionary,
  type PdfFile,
  PdfName,
  PdfOperator,
  PdfReader,
  type PdfValue,
} from './objects.ts'

/** The parts of a font that are needed to read text. */
export interface PdfFont {
  /** Name without the subset prefix, such as `Roboto-Medium`. */
  readonly name: string
  readonly embedded: boolean
  /** Splits an encoded string into its letters, with their widths in thousandths of the font size. */
  readonly decode: (codes: string) => { text: string; width: number }[]
}

const STANDARD_WIDTH = 500

const getCode = (bytes: string): number =>
  [...bytes].reduce((code, byte) => code * 256 + byte.charCodeAt(0), 0)

const decodeUtf16 = (bytes: string): string => Buffer.from(bytes, 'latin1').swap16().toString('utf16le')

const takeStrings = (value: PdfValue | undefined): string[] =>
  [value].flat().filter((entry): entry is string => typeof entry === 'string')

/** Reads the bfchar and bfrange tables of a ToUnicode map, which map codes to text. */
function readUnicodeMap(map: string): Map<number, string> {
  const texts = new Map<number, string>()
  const reader = new PdfReader(map)
  const operands: PdfValue[] = []
  for (let value = reader.next(); value !== undefined; value = reader.next()) {
    if (!(value instanceof PdfOperator)) operands.push(value)
    else {
      if (value.word === 'endbfchar') addCharacters(texts, operands)
      if (value.word === 'endbfrange') addRanges(texts, operands)
      operands.length = 0
    }
  }
  return texts
}

function addCharacters(texts: Map<number, string>, operands: readonly PdfValue[]): void {
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [code, text] = takeStrings([operands[index] ?? null, operands[index + 1] ?? null])
    if (code !== undefined && text !== undefined) texts.set(getCode(code), decodeUtf16(text))
  }
}

function addRanges(texts: Map<number, string>, operands: readonly PdfValue[]): void {
  for (let index = 0; index + 2 < operands.length; index += 3) {
    const first = getCode(takeStrings(operands[index])[0] ?? '')
    const last = getCode(takeStrings(operands[index + 1])[0] ?? '')
    const targets = operands[index + 2]
    const rangeTexts = Array.isArray(targets) ? takeStrings(targets).map(decodeUtf16) : undefined
    const base = rangeTexts ? 0 : getCode(takeStrings(targets)[0] ?? '')
    for (let code = first; code <= last; code++) {
      texts.set(
        code,
        rangeTexts ? (rangeTexts[code - first] ?? '') : String.fromCodePoint(base + code - first),
      )
    }
  }
}

/** Reads the /W array of a composite font, which has entries `c [w1 w2 …]` and `first last w`. */
function readCompositeWidths(entries: readonly PdfValue[]): Map<number, number> {
  const widths = new Map<number, number>()
  for (let index = 0; index < entries.length; ) {
    const first = Number(entries[index])
    const second = entries[index + 1]
    if (Array.isArray(second)) {
      for (const [step, width] of second.entries()) widths.set(first + step, Number(width))
      index += 2
    } else {
      for (let code = first; code <= Number(second); code++) widths.set(code, Number(entries[index + 2]))
      index += 3
    }
  }
  return widths
}

const getName = (value: PdfValue | undefined): string => (value instanceof PdfName ? value.name : '')

const isEmbedded = (file: PdfFile, descriptor: PdfDictionary): boolean =>
  ['FontFile', 'FontFile2', 'FontFile3'].some((key) => file.resolve(descriptor[key]) !== null)

/** Prepares the font of a resource dictionary for reading. */
export function readFont(file: PdfFile, font: PdfDictionary): PdfFont {
  const composite = getName(font.Subtype) === 'Type0'
  const descendant = composite ? file.dictionary(file.array(font.DescendantFonts)[0]) : font
  const texts = font.ToUnicode ? readUnicodeMap(file.stream(font.ToUnicode)) : new Map<number, string>()
  const firstCode = Number(font.FirstChar ?? 0)
  // The letters of a Type3 font are drawings in the file, measured in the units of the font's matrix.
  const isDrawn = getName(font.Subtype) === 'Type3'
  const unit = isDrawn ? Number(file.array(font.FontMatrix)[0]) * 1000 : 1
  const simple = file
    .array(font.Widths)
    .map((width, index): [number, number] => [firstCode + index, Number(width) * unit])
  const widths = composite ? readCompositeWidths(file.array(descendant.W)) : new Map(simple)
  const defaultWidth = composite ? Number(descendant.DW ?? 1000) : STANDARD_WIDTH
  const bytesPerCode = composite ? 2 : 1
  return {
    name: getName(font.BaseFont).replace(/^[A-Z]{6}\+/, ''),
    embedded: isDrawn || isEmbedded(file, file.dictionary(descendant.FontDescriptor)),
    decode: (codes) =>
      Array.from({ length: Math.floor(codes.length / bytesPerCode) }, (_, index) => {
        const bytes = codes.slice(index * bytesPerCode, index * bytesPerCode + bytesPerCode)
        const code = getCode(bytes)
        return {
          text: texts.get(code) ?? (composite ? '\uFFFD' : bytes),
          width: widths.get(code) ?? defaultWidth,
        }
      }),
  }
}
