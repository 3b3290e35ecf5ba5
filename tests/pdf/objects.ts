import { inflateSync } from 'node:zlib'

/** A name such as /Type. A separate class distinguishes it from a string. */
export class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A reference to another object, such as `12 0 R`. */
export class PdfReference {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A word that is not a value, for example an operator of a content stream. */
export class PdfOperator {
  readonly word: string
  constructor(word: string) {
    this.word = word
  }
}

export type PdfDictionary = { readonly [key: string]: PdfValue }
export type PdfValue =
  | number
  | string
  | boolean
  | null
  | PdfName
  | PdfReference
  | PdfOperator
  | PdfValue[]
  | PdfDictionary

const DELIMITERS = '()<>[]{}/%'
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const isSpace = (character: string | undefined): boolean =>
  character !== undefined && '\0\t\n\f\r '.includes(character)

/** Reads PDF values one after another, from text with one character per byte. */
export class PdfReader {
  readonly text: string
  position: number

  constructor(text: string, position = 0) {
    this.text = text
    this.position = position
  }

  /** Reads the next value; undefined at the end. */
  next(): PdfValue | undefined {
    this.skipSpace()
    const character = this.text[this.position]
    if (character === undefined) return undefined
    if (character === '/') return this.readName()
    if (character === '(') return this.readLiteral()
    if (character === '[') return this.readArray()
    if (character === '<')
      return this.text[this.position + 1] === '<' ? this.readDictionary() : this.readHex()
    return this.readWord()
  }

  private skipSpace(): void {
    for (;;) {
      while (isSpace(this.text[this.position])) this.position++
      if (this.text[this.position] !== '%') return
      while (this.position < this.text.length && !'\r\n'.includes(this.text[this.position] ?? ''))
        this.position++
    }
  }

  private readToken(): string {
    const start = this.position
    while (this.position < this.text.length) {
      const character = this.text[this.position] ?? ''
      if (isSpace(character) || DELIMITERS.includes(character)) break
      this.position++
    }
    return this.text.slice(start, this.position)
  }

  private readName(): PdfName {
    this.position++
    const name = this.readToken()
    return new PdfName(
      name.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
  }

  private readWord(): PdfValue {
    const word = this.readToken()
    if (word === '')
      throw new Error(`Unexpected ${this.text[this.position]} at byte ${this.position} of the PDF`)
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return this.readNumberOrReference(Number(word))
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : new PdfOperator(word)
  }

  private readNumberOrReference(number: number): number | PdfReference {
    const regExpExecArray = /^\s+\d+\s+R(?![A-Za-z0-9])/.exec(
      this.text.slice(this.position, this.position + 24),
    )
    if (!regExpExecArray || !Number.isInteger(number)) return number
    this.position += regExpExecArray[0].length
    return new PdfReference(number)
  }

  private readArray(): PdfValue[] {
    this.position++
    const values: PdfValue[] = []
    for (;;) {
      this.skipSpace()
      if (this.text[this.position] === ']') break
      const value = this.next()
      if (value === undefined) throw new Error('The PDF ends within an array')
      values.push(value)
    }
    this.position++
    return values
  }

  private readDictionary(): PdfDictionary {
    this.position += 2
    const entries: Record<string, PdfValue> = {}
    for (;;) {
      this.skipSpace()
      if (this.text.startsWith('>>', this.position)) break
      const key = this.next()
      const value = this.next()
      if (!(key instanceof PdfName) || value === undefined) throw new Error('The PDF has a broken dictionary')
      entries[key.name] = value
    }
    this.position += 2
    return entries
  }

  private readHex(): string {
    const end = this.text.indexOf('>', this.position)
    const digits = this.text.slice(this.position + 1, end).replace(/\s/g, '')
    this.position = end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }

  private readLiteral(): string {
    let depth = 0
    let result = ''
    for (;;) {
      const character = this.text[this.position++]
      if (character === undefined) throw new Error('The PDF ends within a string')
      if (character === '\\') result += this.readEscape()
      else if (character === '(' && depth++ === 0) continue
      else if (character === ')' && --depth === 0) return result
      else result += character
    }
  }

  private readEscape(): string {
    const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.position, this.position + 3))
    if (octal) {
      this.position += octal[0].length
      return String.fromCharCode(Number.parseInt(octal[0], 8) & 255)
    }
    const character = this.text[this.position++] ?? ''
    return character === '\n' ? '' : (ESCAPES[character] ?? character)
  }
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype

/** Reads the objects of a PDF file with a plain cross-reference table, as pdfmake and Chromium write it. */
export class PdfFile {
  readonly trailer: PdfDictionary
  private readonly text: string
  private readonly offsets = new Map<number, number>()

  constructor(bytes: Uint8Array) {
    this.text = Buffer.from(bytes).toString('latin1')
    if (!this.text.startsWith('%PDF-')) throw new Error('Not a PDF')
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.text)
    if (!start) throw new Error('The PDF is cut off: it has no startxref at its end')
    this.trailer = this.readTable(Number(start[1]))
    if (this.trailer.Encrypt) throw new Error('The PDF is encrypted')
  }

  private readTable(offset: number): PdfDictionary {
    const reader = new PdfReader(this.text, offset)
    const first = reader.next()
    if (!(first instanceof PdfOperator) || first.word !== 'xref')
      throw new Error('The PDF has no plain xref table')
    for (let head = reader.next(); typeof head === 'number'; head = reader.next()) {
      const count = Number(reader.next())
      for (let number = head; number < head + count; number++) this.readEntry(reader, number)
    }
    const trailer = reader.next()
    if (!isDictionary(trailer)) throw new Error('The PDF has no trailer')
    return trailer
  }

  private readEntry(reader: PdfReader, number: number): void {
    const offset = Number(reader.next())
    reader.next()
    const kind = reader.next()
    if (kind instanceof PdfOperator && kind.word === 'n') this.offsets.set(number, offset)
  }

  private open(reference: PdfReference): { reader: PdfReader; value: PdfValue } {
    const offset = this.offsets.get(reference.number)
    if (offset === undefined) throw new Error(`The PDF has no object ${reference.number}`)
    const reader = new PdfReader(this.text, offset)
    const [number, , word] = [reader.next(), reader.next(), reader.next()]
    if (number !== reference.number || !(word instanceof PdfOperator))
      throw new Error('The PDF has a wrong xref table')
    return { reader, value: reader.next() ?? null }
  }

  /** Follows references up to a value; a missing entry is null. */
  resolve(value: PdfValue | undefined): PdfValue {
    if (value instanceof PdfReference) return this.resolve(this.open(value).value)
    return value ?? null
  }

  /**
   * Returns the dictionary that a value refers to, or {} if there is none. For a stream it is the dictionary
   * in front of it.
   */
  dictionary(value: PdfValue | undefined): PdfDictionary {
    const resolved = this.resolve(value)
    return isDictionary(resolved) ? resolved : {}
  }

  /** Returns the array that a value refers to, or [] if there is none. */
  array(value: PdfValue | undefined): PdfValue[] {
    const resolved = this.resolve(value)
    return Array.isArray(resolved) ? resolved : []
  }

  /** Returns the uncompressed bytes of a stream, one character per byte. */
  stream(reference: PdfValue | undefined): string {
    if (!(reference instanceof PdfReference)) throw new Error('A PDF stream must be a reference')
    const { reader, value } = this.open(reference)
    const dictionary = this.dictionary(value)
    const word = reader.next()
    if (!(word instanceof PdfOperator) || word.word !== 'stream')
      throw new Error(`Object ${reference.number} is no stream`)
    const start = reader.position + (this.text[reader.position] === '\r' ? 2 : 1)
    const data = this.text.slice(start, start + Number(this.resolve(dictionary.Length)))
    const filters = [this.resolve(dictionary.Filter)]
      .flat()
      .map((filter) => (filter instanceof PdfName ? filter.name : ''))
    if (!filters.includes('FlateDecode')) return data
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
  }
}
