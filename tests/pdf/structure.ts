import type { PaintedItem } from './content.ts'
import {
  isDictionary,
  type PdfDictionary,
  type PdfFile,
  PdfName,
  PdfReference,
  type PdfValue,
} from './objects.ts'

/**
 * An element of the structure tree; `text` is the painted text of the element and the elements inside it, in
 * reading order.
 */
export interface PdfElement {
  readonly tag: string
  readonly text: string
  readonly alt?: string
  readonly scope?: string
  readonly parts: readonly PdfElement[]
}

type PaintedPages = readonly { readonly painted: readonly PaintedItem[] }[]
type PageMark = { readonly page: number; readonly mark: number }
type MarkedElement = PdfElement & { readonly marks: readonly PageMark[]; readonly object: number }

const getName = (value: PdfValue): string => (value instanceof PdfName ? value.name : String(value ?? ''))
const getObjectNumber = (value: PdfValue | undefined): number =>
  value instanceof PdfReference ? value.number : -1

function decodeText(value: PdfValue): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.startsWith('\xfe\xff')
    ? Buffer.from(value.slice(2), 'latin1').swap16().toString('utf16le')
    : value
}

/** Returns the object numbers of the pages, in order. */
function getPageNumbers(file: PdfFile, tree: PdfValue | undefined): number[] {
  const { Kids } = file.dictionary(tree)
  return Kids ? file.array(Kids).flatMap((kid) => getPageNumbers(file, kid)) : [getObjectNumber(tree)]
}

class Structure {
  private readonly file: PdfFile
  private readonly pages: PaintedPages
  private readonly numbers: readonly number[]

  constructor(file: PdfFile, catalog: PdfDictionary, pages: PaintedPages) {
    this.file = file
    this.pages = pages
    this.numbers = getPageNumbers(file, catalog.Pages)
  }

  private kids(value: PdfValue | undefined): PdfValue[] {
    const resolved = this.file.resolve(value)
    if (Array.isArray(resolved)) return resolved
    return resolved === null ? [] : [value ?? null]
  }

  private painted({ page, mark }: PageMark): string {
    const painted = (this.pages[page]?.painted ?? []).filter((item) => item.mark === mark)
    return painted.map((item) => item.text).join('')
  }

  read(value: PdfValue | undefined): MarkedElement[] {
    return this.kids(value).map((kid) => this.element(kid))
  }

  private element(reference: PdfValue): MarkedElement {
    const { S = null, K, Pg, Alt = null, A = null } = this.file.dictionary(reference)
    const parts: MarkedElement[] = []
    const marks: PageMark[] = []
    const texts = this.kids(K).map((kid) => {
      const resolved = this.file.resolve(kid)
      if (typeof resolved === 'number' || (isDictionary(resolved) && resolved.MCID !== undefined)) {
        const page = isDictionary(resolved) ? (resolved.Pg ?? Pg) : Pg
        const number = Number(isDictionary(resolved) ? resolved.MCID : resolved)
        const mark = { page: this.numbers.indexOf(getObjectNumber(page)), mark: number }
        marks.push(mark)
        return this.painted(mark)
      }
      const part = this.element(kid)
      parts.push(part)
      return `${part.text}\n`
    })
    const alt = decodeText(this.file.resolve(Alt))
    const scope = this.file.dictionary(A).Scope
    return {
      tag: getName(S),
      text: texts.join('').trim(),
      ...(alt === undefined ? {} : { alt }),
      ...(scope === undefined ? {} : { scope: getName(scope) }),
      parts,
      marks,
      object: getObjectNumber(reference),
    }
  }
}

const flatten = (parts: readonly MarkedElement[]): MarkedElement[] =>
  parts.flatMap((part) => [part, ...flatten(part.parts as MarkedElement[])])

/** The parent that an element must have, for elements that need a certain one. */
const REQUIRED_PARENT: Readonly<Record<string, string>> = {
  TR: 'Table',
  TH: 'TR',
  TD: 'TR',
  LI: 'L',
  LBody: 'LI',
}
const TAGS = ['Document', 'H1', 'P', 'Table', 'L', 'Figure', ...Object.keys(REQUIRED_PARENT)]

function findElementFaults(part: MarkedElement): string[] {
  const { tag, alt, scope, parts, text } = part
  return [
    ...(TAGS.includes(tag) ? [] : [`${tag} is no known element`]),
    ...parts
      .filter((part) => (REQUIRED_PARENT[part.tag] ?? tag) !== tag)
      .map((part) => `${part.tag} stands in ${tag}`),
    ...(tag === 'Figure' && !alt ? ['A figure says nothing'] : []),
    ...(tag === 'TH' && !scope ? [`The header ${text} does not say what it heads`] : []),
    ...(tag === 'Table' && new Set(parts.map((row) => row.parts.length)).size > 1
      ? ['Rows differ in length']
      : []),
  ]
}

/** Reads the parent tree: for each page, the object numbers of the elements of its marks. */
function getParents(file: PdfFile, catalog: PdfDictionary, nodes: readonly PdfDictionary[]): number[][] {
  const pairs = file.array(file.dictionary(file.dictionary(catalog.StructTreeRoot).ParentTree).Nums)
  return nodes.map(({ StructParents }) => {
    const position = pairs.findIndex((key, index) => index % 2 === 0 && key === StructParents)
    return position < 0 ? [] : file.array(pairs[position + 1]).map(getObjectNumber)
  })
}

/**
 * Checks that each mark of each page belongs to exactly one element, and that the parent tree names the same
 * one.
 */
function findMarkFaults(
  pages: PaintedPages,
  elements: readonly MarkedElement[],
  parents: readonly (readonly number[])[],
): string[] {
  const owners = new Map<string, number[]>()
  for (const { marks, object } of elements)
    for (const { page, mark } of marks)
      owners.set(`${page} ${mark}`, [...(owners.get(`${page} ${mark}`) ?? []), object])
  return pages.flatMap(({ painted }, page) =>
    painted.flatMap(({ mark, text }) => {
      if (mark === 'artifact') return []
      if (mark === null) return [`Page ${page + 1} paints ${text || 'a line or picture'} without a mark`]
      const owner = owners.get(`${page} ${mark}`) ?? []
      if (owner.length !== 1) return [`${text} belongs to ${owner.length} elements`]
      return owner[0] === parents[page]?.[mark] ? [] : [`${text} has another parent in the parent tree`]
    }),
  )
}

function findClaimFaults(file: PdfFile, catalog: PdfDictionary): string[] {
  const metadata = catalog.Metadata ? file.stream(catalog.Metadata) : ''
  const { Title } = file.dictionary(file.trailer.Info)
  const claimsMet: Record<string, boolean> = {
    'is marked': file.dictionary(catalog.MarkInfo).Marked === true,
    'has a language': !!decodeText(file.resolve(catalog.Lang)),
    'has a title': !!decodeText(file.resolve(Title)),
    'shows its title': file.dictionary(catalog.ViewerPreferences).DisplayDocTitle === true,
    'says that it is PDF/UA-1': metadata.includes('<pdfuaid:part>1</pdfuaid:part>'),
    'has its title among its metadata': /<dc:title>[\s\S]*\w[\s\S]*<\/dc:title>/.test(metadata),
  }
  return Object.keys(claimsMet)
    .filter((claim) => !claimsMet[claim])
    .map((claim) => `Not so: it ${claim}`)
}

/** Reads the structure tree of a document, and finds violations of PDF/UA as far as the file shows them. */
export function readTags(
  file: PdfFile,
  catalog: PdfDictionary,
  nodes: readonly PdfDictionary[],
  pages: PaintedPages,
): { structure: PdfElement[]; faults: string[] } {
  const read = new Structure(file, catalog, pages).read(file.dictionary(catalog.StructTreeRoot).K)
  const removeMarks = ({ marks: _, object: __, parts, ...part }: MarkedElement): PdfElement => ({
    ...part,
    parts: (parts as MarkedElement[]).map(removeMarks),
  })
  const elements = flatten(read)
  const letters = pages.flatMap(({ painted }) => painted.filter(({ text }) => text.includes('\uFFFD')))
  return {
    structure: read.map(removeMarks),
    faults: [
      ...findClaimFaults(file, catalog),
      ...elements.flatMap(findElementFaults),
      ...findMarkFaults(pages, elements, getParents(file, catalog, nodes)),
      ...letters.map(() => 'Letters without a meaning'),
    ],
  }
}
