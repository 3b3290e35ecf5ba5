import type { Content } from 'pdfmake/interfaces.js'
import { formatDate } from '#kernel/model/dates.ts'
import { fillPlaceholders, getUnknownPlaceholders, type PlaceholderData } from './placeholders.ts'

type Text = string | null | undefined

/**
 * Flags that decide whether an item is shown: every property whose name begins with `conditionalDisplay`. A
 * flag that is set to anything other than `true` hides the item; an undefined flag is ignored (LET-23).
 */
export interface ConditionalFlags {
  readonly [flag: `conditionalDisplay${string}`]: unknown
}

/** The name and address of the management company in a letter. */
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

/** The signature of a letter, with its fields in printed order (LET-37). `Image` is a data URL. */
export interface LetterSignatureBlock {
  readonly Image?: Text
  readonly Name?: Text
  readonly Title?: Text
  readonly Department?: Text
  readonly PhoneNumber?: Text
  readonly EndLine?: Text
}

/** One column of a table in a letter (LET-34); `field` is the name of its value in each row. */
export interface LetterColumn {
  readonly label: string
  readonly field: string
  readonly alignment?: 'left' | 'center' | 'right'
}

/** One row of a table in a letter. Values are printed as they are, so amounts and dates must be formatted. */
export type LetterRow = Readonly<Record<string, string | number | null | undefined>>

/** A table in the body of a letter (LET-34). */
export interface LetterTable extends ConditionalFlags {
  readonly columns: readonly LetterColumn[]
  readonly rows: readonly LetterRow[]
}

/** A pdfmake content object that is printed unchanged (LET-36). */
export type LetterRawContent = Exclude<Content, string | number | unknown[]> & ConditionalFlags

/** A paragraph (LET-35), a table (LET-34) or a raw content object (LET-36). */
export type LetterBodyItem = string | LetterTable | LetterRawContent

/** The content of a letter (LET-01). */
export interface LetterData {
  readonly managementCompany?: LetterManagementCompany | null
  readonly contact?: LetterContact | null
  readonly property: LetterProperty
  readonly requestNumber?: string | number | null
  readonly signatureBlock?: LetterSignatureBlock | null
  /** The letterhead it was sent with; without one, it is layout A without a banner. */
  readonly letterheadId?: number | null
  readonly body: readonly (LetterBodyItem | null | undefined)[]
  /** More placeholder values, which win over those of {@link getLetterValues}. */
  readonly values?: PlaceholderData
}

/** The options for printing a letter: agency, letterhead, date and title. */
export interface LetterOptions {
  /** The layout of the letterhead: A is 45 points high with margins (LET-05), B 34 without (LET-06). */
  readonly layout: 'A' | 'B'
  /**
   * The letterhead's picture as a data URL, printed 525 points wide. Without it, the agency's name and
   * address are printed as text.
   */
  readonly banner?: string
  readonly agency: {
    readonly shortName: string
    readonly name: string
    readonly addressLines: readonly string[]
  }
  /** The date of the letter as `YYYY-MM-DD`. */
  readonly today: string
  /** The title of the document, which viewers show and screen readers read. */
  readonly title: string
}

/** One block of a letter. The PDF and the HTML preview are both made from the same blocks. */
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

/** The signature at the end of a letter. Closing and picture are both present or both missing (LET-27). */
export interface LetterSignature {
  readonly kind: 'signature'
  readonly closing?: 'Sincerely,'
  readonly image?: string
  readonly lines: readonly string[]
  readonly endLine?: string
}

/** Formats a day `YYYY-MM-DD` for the date line as `MMMM DD, YYYY` (LET-17). */
export const formatLetterDate = (today: string): string => formatDate(today, 'MMMM DD, YYYY')

/** The number of blank lines in place of a missing signature block (LET-29). */
const BLANK_SIGNATURE_LINES = 4

const removeBlank = (lines: readonly Text[]): string[] =>
  lines.filter((line): line is string => !!line?.trim())

const isTable = (item: LetterTable | LetterRawContent): item is LetterTable =>
  'columns' in item && 'rows' in item

const getDisplayFlags = (item: object): [string, unknown][] =>
  Object.entries(item).filter(([key]) => key.startsWith('conditionalDisplay'))

const isVisible = (item: LetterBodyItem | null | undefined): item is LetterBodyItem => {
  if (item === '' || item === null || item === undefined) return false
  if (typeof item === 'string') return true
  if (isTable(item) && item.rows.length === 0) return false
  return getDisplayFlags(item).every(([, flag]) => flag === undefined || flag === true)
}

/**
 * Returns the body items to print. Empty strings, tables without rows, and items that a flag hides are left
 * out (LET-21, LET-22, LET-23).
 */
export function getVisibleBody(items: readonly (LetterBodyItem | null | undefined)[]): LetterBodyItem[] {
  return items.filter(isVisible)
}

const formatCityLine = (city: Text, state: Text, zip: Text): string =>
  removeBlank([city, removeBlank([state, zip]).join(' ')]).join(', ')

const getCompanyLines = (company: LetterManagementCompany | null | undefined): string[] =>
  company
    ? removeBlank([
        company.mgmtcoName,
        company.mgmtcoAddress,
        formatCityLine(company.mgmtcoCity, company.mgmtcoState, company.mgmtcoZip),
      ])
    : []

const getContactLines = (contact: LetterContact | null | undefined): string[] =>
  contact
    ? removeBlank([
        contact.conName,
        contact.conAddress1,
        contact.conAddress2,
        formatCityLine(contact.conCity, contact.conState, contact.conZip),
      ])
    : []

/** Returns the name in the greeting: the contact's, or else the property's (LET-18). */
const getGreetingName = (letter: LetterData): string =>
  letter.contact?.conName?.trim() || letter.property.propertyName

/** Returns the subject line: `Re:` with the property's name and number (LET-19). */
export function getLetterSubject(letter: LetterData): string {
  return removeBlank(['Re:', letter.property.propertyName, letter.property.propertyNumber]).join(' ')
}

/**
 * Returns the placeholder values of a letter: `propertyName`, `propertyNumber`, `managementCompany`,
 * `contactName`, `requestNumber` and `today` (long form), and the letter's own `values`. A missing value is
 * undefined, so that its placeholder remains visible.
 */
export function getLetterValues(letter: LetterData, today: string): PlaceholderData {
  return {
    propertyName: letter.property.propertyName,
    propertyNumber: letter.property.propertyNumber,
    managementCompany: letter.managementCompany?.mgmtcoName || undefined,
    contactName: letter.contact?.conName || undefined,
    requestNumber: letter.requestNumber || undefined,
    today: formatLetterDate(today),
    ...letter.values,
  }
}

/**
 * Returns the names of placeholders without a value, each once. They remain visible in the letter, so the
 * screen warns about them.
 */
export function getUnfilledPlaceholders(letter: LetterData, today: string): string[] {
  const values = Object.entries(getLetterValues(letter, today)).filter(([, value]) => value !== undefined)
  const texts = JSON.stringify([getVisibleBody(letter.body), letter.signatureBlock])
  return getUnknownPlaceholders(
    texts,
    values.map(([name]) => name),
  )
}

/** Returns the letter's paragraphs with placeholders filled in; one that is left out is ''. */
export function getLetterParagraphs(letter: LetterData): string[] {
  const values = getLetterValues(letter, '')
  return letter.body.filter((item) => typeof item === 'string').map((text) => fillPlaceholders(text, values))
}

/** Copies a value and fills the placeholders in every string in it. Functions (table layouts) remain. */
function fillDeep<T>(value: T, values: PlaceholderData): T
function fillDeep(value: unknown, values: PlaceholderData): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, values)
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, values))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillDeep(item, values)]))
}

const getCellText = (row: LetterRow, field: string): string =>
  Object.hasOwn(row, field) ? String(row[field] ?? '') : ''

function buildBodyBlock(item: LetterBodyItem): LetterBlock {
  if (typeof item === 'string') return { kind: 'paragraph', text: item }
  if (!isTable(item)) {
    const content = { ...item }
    for (const [flag] of getDisplayFlags(content)) Reflect.deleteProperty(content, flag)
    return { kind: 'raw', content }
  }
  const rows = item.rows.map((row) => item.columns.map((column) => getCellText(row, column.field)))
  return { kind: 'table', columns: item.columns, rows }
}

function buildSignatureBlock(block: LetterSignatureBlock | null | undefined): LetterBlock {
  const lines = removeBlank([block?.Name, block?.Title, block?.Department, block?.PhoneNumber])
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
 * Builds the blocks of a letter in printed order: letterhead, date, management company, contact, subject,
 * request number, greeting, body, signature. Placeholders are filled and parts without data are left out
 * (LET-17 to LET-30). The input is not changed: raw content is copied because pdfmake changes the objects it
 * is given.
 */
export function buildLetterBlocks(
  letter: LetterData,
  options: Omit<LetterOptions, 'layout' | 'title'>,
): LetterBlock[] {
  const values = getLetterValues(letter, options.today)
  const { agency, banner } = options
  const company = getCompanyLines(letter.managementCompany)
  const contact = getContactLines(letter.contact)
  return [
    {
      kind: 'letterhead',
      ...(banner ? { banner } : {}),
      name: agency.name,
      lines: removeBlank(agency.addressLines),
    },
    { kind: 'date', text: formatLetterDate(options.today) },
    ...(company.length > 0 ? [{ kind: 'managementCompany' as const, lines: company }] : []),
    ...(contact.length > 0 ? [{ kind: 'contact' as const, lines: contact }] : []),
    { kind: 'subject', text: getLetterSubject(letter) },
    ...(letter.requestNumber
      ? [{ kind: 'requestNumber' as const, text: `Request Number: ${letter.requestNumber}` }]
      : []),
    { kind: 'greeting', text: `Dear ${getGreetingName(letter)}:` },
    ...getVisibleBody(fillDeep(letter.body, values)).map(buildBodyBlock),
    buildSignatureBlock(fillDeep(letter.signatureBlock, values)),
  ]
}
