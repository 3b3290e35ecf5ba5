import type { Content } from 'pdfmake/interfaces.js'
import { formatDate } from '#kernel/model/dates.ts'
import { fillPlaceholders, type PlaceholderData, unknownPlaceholders } from './placeholders.ts'

type Text = string | null | undefined

/**
 * Every property whose name begins with `conditionalDisplay` is a conditional-display flag. A flag that is
 * left out (or undefined) says nothing; a flag set to anything other than `true` hides the item (LET-23).
 */
export interface ConditionalFlags {
  readonly [flag: `conditionalDisplay${string}`]: unknown
}

/** The management company as a letter shows it. */
export interface LetterManagementCompany {
  readonly mgmtcoName?: Text
  readonly mgmtcoAddress?: Text
  readonly mgmtcoCity?: Text
  readonly mgmtcoState?: Text
  readonly mgmtcoZip?: Text
}

/** The contact a letter is addressed to. */
export interface LetterContact {
  readonly conName?: Text
  readonly conAddress1?: Text
  readonly conAddress2?: Text
  readonly conCity?: Text
  readonly conState?: Text
  readonly conZip?: Text
}

/** The property a letter is about. */
export interface LetterProperty {
  readonly propertyName: string
  readonly propertyNumber: string
}

/** Who signs, in printed order (LET-37). `Image` is the data URL of a picture. */
export interface LetterSignatureBlock {
  readonly Image?: Text
  readonly Name?: Text
  readonly Title?: Text
  readonly Department?: Text
  readonly PhoneNumber?: Text
  readonly EndLine?: Text
}

/** One column of a letter table (LET-34): `field` names the value in each row. */
export interface LetterColumn {
  readonly label: string
  readonly field: string
  readonly alignment?: 'left' | 'center' | 'right'
}

/** One row of a letter table; values are shown as they are, so amounts and dates come formatted. */
export type LetterRow = Readonly<Record<string, string | number | null | undefined>>

/** A table in the body of a letter (LET-34). */
export interface LetterTable extends ConditionalFlags {
  readonly columns: readonly LetterColumn[]
  readonly rows: readonly LetterRow[]
}

/** A pdfmake content object that goes into the document as it is (LET-36). */
export type LetterRawContent = Exclude<Content, string | number | unknown[]> & ConditionalFlags

/** A paragraph (LET-35), a table (LET-34) or a raw content object (LET-36). */
export type LetterBodyItem = string | LetterTable | LetterRawContent

/** All that one letter says (LET-01). */
export interface LetterData {
  readonly managementCompany?: LetterManagementCompany | null
  readonly contact?: LetterContact | null
  readonly property: LetterProperty
  readonly requestNumber?: string | number | null
  readonly signatureBlock?: LetterSignatureBlock | null
  /** The letterhead it was sent with; none means layout A without a banner. */
  readonly letterheadId?: number | null
  readonly body: readonly (LetterBodyItem | null | undefined)[]
  /** More placeholder values; they win over those the letter supplies itself, see {@link letterValues}. */
  readonly values?: PlaceholderData
}

/** What surrounds the letter: the agency, its letterhead and the day. */
export interface LetterOptions {
  /** Letterhead layout: A 45 high with margins (LET-05), B 34 high without (LET-06). */
  readonly layout: 'A' | 'B'
  /**
   * Letterhead picture as data URL, drawn 525 wide. Without it the agency's name and address are set as text.
   */
  readonly banner?: string
  readonly agency: {
    readonly shortName: string
    readonly name: string
    readonly addressLines: readonly string[]
  }
  /** The date of the letter, `YYYY-MM-DD`. */
  readonly today: string
  /** Title of the document, shown by the viewer and read out by a screen reader. */
  readonly title: string
}

/** One block of a letter, in printed order. The PDF and the HTML preview are both drawn from these. */
export type LetterBlock =
  | {
      readonly kind: 'letterhead'
      readonly banner?: string
      readonly name: string
      readonly lines: readonly string[]
    }
  | { readonly kind: 'managementCompany' | 'contact'; readonly lines: readonly string[] }
  | { readonly kind: 'date' | 'subject' | 'requestNumber' | 'greeting' | 'paragraph'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly columns: readonly LetterColumn[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'raw'; readonly content: LetterRawContent }
  | LetterSignature
  | { readonly kind: 'blank'; readonly lines: number }

/** The end of a letter: closing and picture come together or not at all (LET-27). */
export interface LetterSignature {
  readonly kind: 'signature'
  readonly closing?: 'Sincerely,'
  readonly image?: string
  readonly lines: readonly string[]
  readonly endLine?: string
}

/** The date line: `MMMM DD, YYYY` (LET-17), from `YYYY-MM-DD`. */
export const letterDate = (today: string): string => formatDate(today, 'MMMM DD, YYYY')

/** Blank lines in place of a missing signature block (LET-29). */
const BLANK_SIGNATURE_LINES = 4

const present = (lines: readonly Text[]): string[] => lines.filter((line): line is string => !!line?.trim())

const isTable = (item: LetterTable | LetterRawContent): item is LetterTable =>
  'columns' in item && 'rows' in item

const getFlags = (item: object): [string, unknown][] =>
  Object.entries(item).filter(([key]) => key.startsWith('conditionalDisplay'))

const isVisible = (item: LetterBodyItem | null | undefined): item is LetterBodyItem => {
  if (item === '' || item === null || item === undefined) return false
  if (typeof item === 'string') return true
  if (isTable(item) && item.rows.length === 0) return false
  return getFlags(item).every(([, flag]) => flag === undefined || flag === true)
}

/**
 * The body items that are shown: empty strings, tables without rows and items with a conditional-display flag
 * that is set to anything other than `true` are left out (LET-21, LET-22, LET-23).
 */
export function visibleBody(items: readonly (LetterBodyItem | null | undefined)[]): LetterBodyItem[] {
  return items.filter(isVisible)
}

const cityLine = (city: Text, state: Text, zip: Text): string =>
  present([city, present([state, zip]).join(' ')]).join(', ')

const managementCompanyLines = (company: LetterManagementCompany | null | undefined): string[] =>
  company
    ? present([
        company.mgmtcoName,
        company.mgmtcoAddress,
        cityLine(company.mgmtcoCity, company.mgmtcoState, company.mgmtcoZip),
      ])
    : []

const contactLines = (contact: LetterContact | null | undefined): string[] =>
  contact
    ? present([
        contact.conName,
        contact.conAddress1,
        contact.conAddress2,
        cityLine(contact.conCity, contact.conState, contact.conZip),
      ])
    : []

/** Name in the greeting: the contact's, else the property's (LET-18). */
const addressee = (letter: LetterData): string =>
  letter.contact?.conName?.trim() || letter.property.propertyName

/** The subject line: `Re:` and the property's name and number (LET-19). */
export function letterSubject(letter: LetterData): string {
  return present(['Re:', letter.property.propertyName, letter.property.propertyNumber]).join(' ')
}

/**
 * The placeholder values of a letter: `propertyName`, `propertyNumber`, `managementCompany`, `contactName`,
 * `requestNumber` and `today` (long form), then the letter's own `values`. A value the letter does not have
 * is left out, so that its placeholder stays visible.
 */
export function letterValues(letter: LetterData, today: string): PlaceholderData {
  return {
    propertyName: letter.property.propertyName,
    propertyNumber: letter.property.propertyNumber,
    managementCompany: letter.managementCompany?.mgmtcoName || undefined,
    contactName: letter.contact?.conName || undefined,
    requestNumber: letter.requestNumber || undefined,
    today: letterDate(today),
    ...letter.values,
  }
}

/**
 * The names of placeholders without a value, each once. They stay visible in the letter, so the screen warns
 * about them.
 */
export function unfilledPlaceholders(letter: LetterData, today: string): string[] {
  const values = Object.entries(letterValues(letter, today)).filter(([, value]) => value !== undefined)
  const texts = JSON.stringify([visibleBody(letter.body), letter.signatureBlock])
  return unknownPlaceholders(
    texts,
    values.map(([name]) => name),
  )
}

/** The paragraphs of a letter as they read; one that is left out reads ''. */
export function letterParagraphs(letter: LetterData): string[] {
  const values = letterValues(letter, '')
  return letter.body.filter((item) => typeof item === 'string').map((text) => fillPlaceholders(text, values))
}

/** Copies a value and fills the placeholders of every string in it; functions (table layouts) are kept. */
function fillDeep<T>(value: T, values: PlaceholderData): T
function fillDeep(value: unknown, values: PlaceholderData): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, values)
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, values))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillDeep(item, values)]))
}

const cellText = (row: LetterRow, field: string): string =>
  Object.hasOwn(row, field) ? String(row[field] ?? '') : ''

function bodyBlock(item: LetterBodyItem): LetterBlock {
  if (typeof item === 'string') return { kind: 'paragraph', text: item }
  if (!isTable(item)) {
    const content = { ...item }
    for (const [flag] of getFlags(content)) Reflect.deleteProperty(content, flag)
    return { kind: 'raw', content }
  }
  const rows = item.rows.map((row) => item.columns.map((column) => cellText(row, column.field)))
  return { kind: 'table', columns: item.columns, rows }
}

function signatureBlock(block: LetterSignatureBlock | null | undefined): LetterBlock {
  const lines = present([block?.Name, block?.Title, block?.Department, block?.PhoneNumber])
  if (!block || (lines.length === 0 && !block.Image && !block.EndLine)) {
    return { kind: 'blank', lines: BLANK_SIGNATURE_LINES }
  }
  return {
    kind: 'signature',
    ...(block.Image ? { closing: 'Sincerely,', image: block.Image } : {}),
    lines,
    ...(block.EndLine ? { endLine: block.EndLine } : {}),
  }
}

/**
 * The letter as a list of blocks in printed order: letterhead, date, management company, contact, subject,
 * request number, greeting, body, signature. Placeholders are filled and parts without data are left out
 * (LET-17 to LET-30). Input is not changed: raw content is copied, because the PDF maker writes into the
 * objects it is given.
 */
export function letterText(
  letter: LetterData,
  options: Omit<LetterOptions, 'layout' | 'title'>,
): LetterBlock[] {
  const values = letterValues(letter, options.today)
  const { agency, banner } = options
  const company = managementCompanyLines(letter.managementCompany)
  const contact = contactLines(letter.contact)
  return [
    {
      kind: 'letterhead',
      ...(banner ? { banner } : {}),
      name: agency.name,
      lines: present(agency.addressLines),
    },
    { kind: 'date', text: letterDate(options.today) },
    ...(company.length > 0 ? [{ kind: 'managementCompany' as const, lines: company }] : []),
    ...(contact.length > 0 ? [{ kind: 'contact' as const, lines: contact }] : []),
    { kind: 'subject', text: letterSubject(letter) },
    ...(letter.requestNumber
      ? [{ kind: 'requestNumber' as const, text: `Request Number: ${letter.requestNumber}` }]
      : []),
    { kind: 'greeting', text: `Dear ${addressee(letter)}:` },
    ...visibleBody(fillDeep(letter.body, values)).map(bodyBlock),
    signatureBlock(fillDeep(letter.signatureBlock, values)),
  ]
}
