import type { Painted } from './content.ts'
import {
  isDictionary,
  type PdfDictionary,
  type PdfFile,
  PdfName,
  PdfReference,
  type PdfValue,
} from './objects.ts'

/**
 * An element of the structure tree: `text` is what was painted of it and of what stands within it, in reading
 * order.
 */
export interface PdfPart {
  readonly tag: string
  readonly text: string
  readonly alt?: string
  readonly scope?: string
  readonly parts: readonly PdfPart[]
}

type Pages = readonly { readonly painted: readonly Painted[] }[]
type Mark = { readonly page: number; readonly mark: number }
type Read = PdfPart & { readonly marks: readonly Mark[]; readonly object: number }

const getName = (value: PdfValue): string => (value instanceof PdfName ? value.name : String(value ?? ''))
const numbered = (value: PdfValue | undefined): number => (value instanceof PdfReference ? value.number : -1)

function shown(value: PdfValue): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.startsWith('\xfe\xff')
    ? Buffer.from(value.slice(2), 'latin1').swap16().toString('utf16le')
    : value
}

/** References to the objects of the pages, in order. */
function pageNumbers(file: PdfFile, tree: PdfValue | undefined): number[] {
  const { Kids } = file.dictionary(tree)
  return Kids ? file.array(Kids).flatMap((kid) => pageNumbers(file, kid)) : [numbered(tree)]
}

class Structure {
  private readonly file: PdfFile
  private readonly pages: Pages
  private readonly numbers: readonly number[]

  constructor(file: PdfFile, catalog: PdfDictionary, pages: Pages) {
    this.file = file
    this.pages = pages
    this.numbers = pageNumbers(file, catalog.Pages)
  }

  private kids(value: PdfValue | undefined): PdfValue[] {
    const resolved = this.file.resolve(value)
    if (Array.isArray(resolved)) return resolved
    return resolved === null ? [] : [value ?? null]
  }

  private painted({ page, mark }: Mark): string {
    const painted = (this.pages[page]?.painted ?? []).filter((item) => item.mark === mark)
    return painted.map((item) => item.text).join('')
  }

  read(value: PdfValue | undefined): Read[] {
    return this.kids(value).map((kid) => this.element(kid))
  }

  private element(reference: PdfValue): Read {
    const { S = null, K, Pg, Alt = null, A = null } = this.file.dictionary(reference)
    const parts: Read[] = []
    const marks: Mark[] = []
    const texts = this.kids(K).map((kid) => {
      const resolved = this.file.resolve(kid)
      if (typeof resolved === 'number' || (isDictionary(resolved) && resolved.MCID !== undefined)) {
        const page = isDictionary(resolved) ? (resolved.Pg ?? Pg) : Pg
        const number = Number(isDictionary(resolved) ? resolved.MCID : resolved)
        const mark = { page: this.numbers.indexOf(numbered(page)), mark: number }
        marks.push(mark)
        return this.painted(mark)
      }
      const part = this.element(kid)
      parts.push(part)
      return `${part.text}\n`
    })
    const alt = shown(this.file.resolve(Alt))
    const scope = this.file.dictionary(A).Scope
    return {
      tag: getName(S),
      text: texts.join('').trim(),
      ...(alt === undefined ? {} : { alt }),
      ...(scope === undefined ? {} : { scope: getName(scope) }),
      parts,
      marks,
      object: numbered(reference),
    }
  }
}

const all = (parts: readonly Read[]): Read[] => parts.flatMap((part) => [part, ...all(part.parts as Read[])])

/** Which elements may hold an element, where only some may. */
const WITHIN: Readonly<Record<string, string>> = { TR: 'Table', TH: 'TR', TD: 'TR', LI: 'L', LBody: 'LI' }
const TAGS = ['Document', 'H1', 'P', 'Table', 'L', 'Figure', ...Object.keys(WITHIN)]

function elementFaults(part: Read): string[] {
  const { tag, alt, scope, parts, text } = part
  return [
    ...(TAGS.includes(tag) ? [] : [`${tag} is no known element`]),
    ...parts
      .filter((part) => (WITHIN[part.tag] ?? tag) !== tag)
      .map((part) => `${part.tag} stands in ${tag}`),
    ...(tag === 'Figure' && !alt ? ['A figure says nothing'] : []),
    ...(tag === 'TH' && !scope ? [`The header ${text} does not say what it heads`] : []),
    ...(tag === 'Table' && new Set(parts.map((row) => row.parts.length)).size > 1
      ? ['Rows differ in length']
      : []),
  ]
}

/** The elements named by the parent tree: page by page, mark by mark. */
function getParents(file: PdfFile, catalog: PdfDictionary, nodes: readonly PdfDictionary[]): number[][] {
  const pairs = file.array(file.dictionary(file.dictionary(catalog.StructTreeRoot).ParentTree).Nums)
  return nodes.map(({ StructParents }) => {
    const position = pairs.findIndex((key, index) => index % 2 === 0 && key === StructParents)
    return position < 0 ? [] : file.array(pairs[position + 1]).map(numbered)
  })
}

/** Each mark of each page must belong to one element, which the parent tree names, too. */
function markFaults(
  pages: Pages,
  elements: readonly Read[],
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

function claimFaults(file: PdfFile, catalog: PdfDictionary): string[] {
  const metadata = catalog.Metadata ? file.stream(catalog.Metadata) : ''
  const { Title } = file.dictionary(file.trailer.Info)
  const claimsMet: Record<string, boolean> = {
    'is marked': file.dictionary(catalog.MarkInfo).Marked === true,
    'has a language': !!shown(file.resolve(catalog.Lang)),
    'has a title': !!shown(file.resolve(Title)),
    'shows its title': file.dictionary(catalog.ViewerPreferences).DisplayDocTitle === true,
    'says that it is PDF/UA-1': metadata.includes('<pdfuaid:part>1</pdfuaid:part>'),
    'has its title among its metadata': /<dc:title>[\s\S]*\w[\s\S]*<\/dc:title>/.test(metadata),
  }
  return Object.keys(claimsMet)
    .filter((claim) => !claimsMet[claim])
    .map((claim) => `Not so: it ${claim}`)
}

/**
 * The structure tree of a document, and what keeps it from being PDF/UA as far as that can be told from the
 * file.
 */
export function readTags(
  file: PdfFile,
  catalog: PdfDictionary,
  nodes: readonly PdfDictionary[],
  pages: Pages,
): { structure: PdfPart[]; faults: string[] } {
  const read = new Structure(file, catalog, pages).read(file.dictionary(catalog.StructTreeRoot).K)
  const clean = ({ marks: _, object: __, parts, ...part }: Read): PdfPart => ({
    ...part,
    parts: (parts as Read[]).map(clean),
  })
  const elements = all(read)
  const letters = pages.flatMap(({ painted }) => painted.filter(({ text }) => text.includes('\uFFFD')))
  return {
    structure: read.map(clean),
    faults: [
      ...claimFaults(file, catalog),
      ...elements.flatMap(elementFaults),
      ...markFaults(pages, elements, getParents(file, catalog, nodes)),
      ...letters.map(() => 'Letters without a meaning'),
    ],
  }
}
