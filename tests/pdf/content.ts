import type { PdfFont } from './fonts.ts'
import { isDictionary, PdfName, PdfOperator, PdfReader, type PdfValue } from './objects.ts'

/** A run of text: `x` is its left end and `y` its baseline, in points from the lower left of the page. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly font: string
  readonly color: string
}

/** A rectangle in the same coordinates. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * A picture; `visible` is the share of its points that its mask does not hide completely, 1 without a mask.
 */
export interface PdfImage extends Box {
  readonly visible: number
}

/**
 * One painted item: its text, which is empty for pictures and lines, and the number of its mark (MCID), or
 * null without one.
 */
export interface PaintedItem {
  readonly text: string
  readonly mark: number | 'artifact' | null
}

/** The items that a page draws. */
export interface Drawing {
  /** All painted items, in the order of painting. */
  readonly painted: PaintedItem[]
  readonly runs: TextRun[]
  readonly images: PdfImage[]
  readonly fills: (Box & { readonly color: string })[]
}

type Matrix = readonly [number, number, number, number, number, number]

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const multiply = (first: Matrix, second: Matrix): Matrix => [
  first[0] * second[0] + first[1] * second[2],
  first[0] * second[1] + first[1] * second[3],
  first[2] * second[0] + first[3] * second[2],
  first[2] * second[1] + first[3] * second[3],
  first[4] * second[0] + first[5] * second[2] + second[4],
  first[4] * second[1] + first[5] * second[3] + second[5],
]

/** Returns the upright box around a rectangle after a transformation. */
function getBox(matrix: Matrix, x: number, y: number, width: number, height: number): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([across = 0, up = 0]) => multiply([1, 0, 0, 1, across, up], matrix))
  const xs = corners.map((corner) => corner[4])
  const ys = corners.map((corner) => corner[5])
  const leftEdge = Math.min(...xs)
  const bottom = Math.min(...ys)
  return { x: leftEdge, y: bottom, width: Math.max(...xs) - leftEdge, height: Math.max(...ys) - bottom }
}

const toHex = (share: number): string =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')

/** Returns #rrggbb for one operand (gray) or three (RGB), and black for others. */
function getColor(operands: readonly PdfValue[]): string {
  const shares = operands.filter((operand): operand is number => typeof operand === 'number')
  if (shares.length === 1) return `#${toHex(shares[0] ?? 0).repeat(3)}`
  return shares.length === 3 ? `#${shares.map(toHex).join('')}` : '#000000'
}

interface GraphicsState {
  matrix: Matrix
  color: string
  font: PdfFont | undefined
  size: number
  leading: number
  characterSpacing: number
  wordSpacing: number
}

/** Executes the operators of a content stream that place text, images and filled rectangles. */
export class ContentReader {
  readonly drawing: Drawing = { painted: [], runs: [], images: [], fills: [] }
  private readonly fonts: ReadonlyMap<string, PdfFont>
  private readonly images: ReadonlyMap<string, number>
  private state: GraphicsState = {
    matrix: IDENTITY,
    color: '#000000',
    font: undefined,
    size: 0,
    leading: 0,
    characterSpacing: 0,
    wordSpacing: 0,
  }
  private readonly saved: GraphicsState[] = []
  private line: Matrix = IDENTITY
  private cursor: Matrix = IDENTITY
  private rectangles: Box[] = []
  private readonly marks: PaintedItem['mark'][] = []

  constructor(fonts: ReadonlyMap<string, PdfFont>, images: ReadonlyMap<string, number>) {
    this.fonts = fonts
    this.images = images
  }

  read(content: string): Drawing {
    const reader = new PdfReader(content)
    let operands: PdfValue[] = []
    for (let value = reader.next(); value !== undefined; value = reader.next()) {
      if (!(value instanceof PdfOperator)) operands.push(value)
      else {
        this.operators[value.word]?.(operands)
        operands = []
      }
    }
    return this.drawing
  }

  private readonly operators: Readonly<Record<string, (operands: readonly PdfValue[]) => void>> = {
    q: () => this.saved.push({ ...this.state }),
    Q: () => {
      this.state = this.saved.pop() ?? this.state
    },
    cm: (operands) => {
      this.state.matrix = multiply(this.matrixOf(operands), this.state.matrix)
    },
    g: (operands) => this.setColor(operands),
    rg: (operands) => this.setColor(operands),
    sc: (operands) => this.setColor(operands),
    scn: (operands) => this.setColor(operands),
    re: ([x, y, width, height]) =>
      this.rectangles.push(getBox(this.state.matrix, Number(x), Number(y), Number(width), Number(height))),
    f: () => this.fill(),
    'f*': () => this.fill(),
    B: () => this.fill(),
    n: () => this.dropPath(),
    S: () => {
      this.paint('')
      this.dropPath()
    },
    BMC: ([tag]) => this.mark(tag),
    BDC: ([tag, properties]) => this.mark(tag, properties),
    EMC: () => this.marks.pop(),
    Do: ([name]) => {
      this.paint('')
      const visible = name instanceof PdfName ? this.images.get(name.name) : undefined
      if (visible !== undefined)
        this.drawing.images.push({ ...getBox(this.state.matrix, 0, 0, 1, 1), visible })
    },
    BT: () => this.setLine(IDENTITY),
    Tf: ([name, size]) => {
      this.state.font = name instanceof PdfName ? this.fonts.get(name.name) : undefined
      this.state.size = Number(size)
    },
    Tc: ([spacing]) => {
      this.state.characterSpacing = Number(spacing)
    },
    Tw: ([spacing]) => {
      this.state.wordSpacing = Number(spacing)
    },
    TL: ([leading]) => {
      this.state.leading = Number(leading)
    },
    Tm: (operands) => this.setLine(this.matrixOf(operands)),
    Td: ([x, y]) => this.moveLine(Number(x), Number(y)),
    TD: ([x, y]) => {
      this.state.leading = -Number(y)
      this.moveLine(Number(x), Number(y))
    },
    'T*': () => this.moveLine(0, -this.state.leading),
    Tj: (operands) => this.show(operands),
    "'": (operands) => {
      this.moveLine(0, -this.state.leading)
      this.show(operands)
    },
    TJ: ([parts]) => this.show(Array.isArray(parts) ? parts : []),
  }

  private matrixOf(operands: readonly PdfValue[]): Matrix {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.map(Number)
    return [a, b, c, d, e, f]
  }

  private setColor(operands: readonly PdfValue[]): void {
    this.state.color = getColor(operands)
  }

  private setLine(matrix: Matrix): void {
    this.line = matrix
    this.cursor = matrix
  }

  private moveLine(x: number, y: number): void {
    this.setLine(multiply([1, 0, 0, 1, x, y], this.line))
  }

  /** Opens a mark. A mark without a number counts as part of the mark around it. */
  private mark(tag: PdfValue | undefined, properties?: PdfValue): void {
    const number = isDictionary(properties) ? properties.MCID : undefined
    const artifact = tag instanceof PdfName && tag.name === 'Artifact'
    this.marks.push(artifact ? 'artifact' : typeof number === 'number' ? number : (this.marks.at(-1) ?? null))
  }

  private paint(text: string): void {
    this.drawing.painted.push({ text, mark: this.marks.at(-1) ?? null })
  }

  private fill(): void {
    this.paint('')
    for (const box of this.rectangles) this.drawing.fills.push({ ...box, color: this.state.color })
    this.dropPath()
  }

  private dropPath(): void {
    this.rectangles = []
  }

  /**
   * Paints strings and the gaps between them as one run. A gap wider than a fifth of the font size counts as
   * a space.
   */
  private show(parts: readonly PdfValue[]): void {
    const { font, size, characterSpacing, wordSpacing, color, matrix } = this.state
    if (!font) throw new Error('The PDF shows text without a font')
    const start = multiply(this.cursor, matrix)
    let text = ''
    let advance = 0
    for (const part of parts) {
      if (typeof part === 'number') {
        advance -= (part / 1000) * size
        if (part < -200) text += ' '
      } else if (typeof part === 'string') {
        for (const letter of font.decode(part)) {
          text += letter.text
          advance += (letter.width / 1000) * size + characterSpacing + (letter.text === ' ' ? wordSpacing : 0)
        }
      }
    }
    this.cursor = multiply([1, 0, 0, 1, advance, 0], this.cursor)
    const width = multiply(this.cursor, matrix)[4] - start[4]
    this.paint(text)
    const scale = Math.hypot(start[2], start[3])
    this.drawing.runs.push({
      text,
      x: start[4],
      y: start[5],
      width,
      size: size * scale,
      font: font.name,
      color,
    })
  }
}
