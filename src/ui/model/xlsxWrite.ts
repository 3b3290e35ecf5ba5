import { guardFormula } from '#kernel/model/csv.ts'
import { buildZip } from './zip.ts'

/** How a cell looks, and whether it can be typed into: those of `open…` can where the sheet is locked. */
export const looks = [
  'plain',
  'heading',
  'section',
  'money',
  'total',
  'openMoney',
  'openText',
  'openDay',
  'openNumber',
] as const
export type Look = (typeof looks)[number]
/** A cell: a text, a number, or the result of a formula. */
export type OutCell = { value: string | number | null; look?: Look; formula?: string }
/**
 * A sheet as it is written. `lock` keeps all but open cells from being typed over; `choices` are lists by
 * column.
 */
export type OutSheet = {
  name: string
  /** Widths of the columns, in characters. */
  widths: readonly number[]
  /** Rows and columns that stay in sight. */
  frozen: { rows: number; columns: number }
  lock: boolean
  rows: readonly (readonly OutCell[])[]
  choices?: readonly { column: number; of: readonly string[] }[]
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MOST_CHOICES = 255
const OPEN_ROWS = 2000

/** Text within XML; what XML cannot hold goes, line ends and Excel’s own escapes stay as they are. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

/** 0 → A, 27 → AB. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`

function cellXml({ value, look = 'plain', formula }: OutCell, place: string): string {
  const style = ` s="${looks.indexOf(look)}"`
  if (formula !== undefined)
    return `<c r="${place}"${style}><f>${escapeXml(formula)}</f><v>${value ?? 0}</v></c>`
  if (value === null || value === '') return look === 'plain' ? '' : `<c r="${place}"${style}/>`
  if (typeof value === 'number') return `<c r="${place}"${style}><v>${value}</v></c>`
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(guardFormula(value))}</t></is></c>`
}

/** Returns the XML of a sheet before its first row. */
export function sheetHead({ widths, frozen }: Pick<OutSheet, 'widths' | 'frozen'>): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const corner = `${columnName(frozen.columns)}${frozen.rows + 1}`
  const split = `${frozen.columns ? ` xSplit="${frozen.columns}"` : ''}${frozen.rows ? ` ySplit="${frozen.rows}"` : ''}`
  const pane = frozen.rows && frozen.columns ? 'bottomRight' : 'bottomLeft'
  const view = split && `<pane${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/>`
  return `${XML}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">${view}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/** Returns the XML of a row. The index of the first row is 0. */
export const rowXml = (cells: readonly OutCell[], index: number): string =>
  `<row r="${index + 1}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`)).join('')}</row>`

/** Returns the XML of a sheet after its last row. */
export function sheetTail({
  frozen,
  lock,
  choices = [],
}: Pick<OutSheet, 'frozen' | 'lock' | 'choices'>): string {
  const matchingChoices = choices.filter(
    ({ of }) => of.join(',').length <= MOST_CHOICES && !of.some((text) => text.includes(',')),
  )
  const lists = matchingChoices.map(({ column, of }) => {
    const range = `${columnName(column)}${frozen.rows + 1}:${columnName(column)}${OPEN_ROWS}`
    return `<dataValidation type="list" allowBlank="1" sqref="${range}"><formula1>"${escapeXml(of.join(','))}"</formula1></dataValidation>`
  })
  return [
    '</sheetData>',
    lock ? '<sheetProtection sheet="1" formatColumns="0" formatRows="0"/>' : '',
    lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : '',
    '</worksheet>',
  ].join('')
}

const sheetXml = (sheet: OutSheet): string =>
  sheetHead(sheet) + sheet.rows.map(rowXml).join('') + sheetTail(sheet)

/** The style sheet with the formats of all looks, in the order of `looks`. */
const styles = (() => {
  const look = (
    styleIds: Partial<Record<'font' | 'fill' | 'border' | 'format', number>>,
    open = false,
    wrap = false,
  ) =>
    `<xf xfId="0" numFmtId="${styleIds.format ?? 0}" fontId="${styleIds.font ?? 0}" fillId="${styleIds.fill ?? 0}" borderId="${styleIds.border ?? 0}" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyProtection="1"><alignment vertical="top"${wrap ? ' wrapText="1"' : ''}/><protection locked="${open ? 0 : 1}"/></xf>`
  const [MONEY, TEXT, DAY] = [164, 49, 165]
  const kinds = [
    look({}, false, true),
    look({ font: 1, fill: 2 }, false, true),
    look({ font: 1 }),
    look({ format: MONEY, fill: 2 }),
    look({ format: MONEY, font: 1, border: 1 }),
    look({ format: MONEY }, true),
    look({ format: TEXT }, true, true),
    look({ format: DAY }, true),
    look({}, true),
  ]
  return [
    `${XML}<styleSheet xmlns="${NAMESPACE}">`,
    `<numFmts count="2"><numFmt numFmtId="${MONEY}" formatCode="#,##0.00;-#,##0.00"/><numFmt numFmtId="${DAY}" formatCode="mm/dd/yyyy"/></numFmts>`,
    '<fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts>',
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF1F3F5"/></patternFill></fill></fills>',
    '<borders count="2"><border><left/><right/><top/><bottom/></border><border><left/><right/><top style="thin"/><bottom/></border></borders>',
    `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${kinds.length}">${kinds.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
})()

/** Returns the file name of a sheet within a workbook. The number of the first sheet is 1. */
const sheetFile = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** Returns the files of a workbook other than its sheets, by their names. */
export function bookFiles(names: readonly string[]): Readonly<Record<string, string>> {
  const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const sheets = names.map((name, index) => ({
    name: escapeXml(name),
    file: sheetFile(index + 1),
    id: `rId${index + 1}`,
  }))
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
  const part = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="${kinds}.${kind}+xml"/>`
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${sheets.map(({ file }) => part(file, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${NAMESPACE}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name, id }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="${id}"/>`).join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map(({ id, file }) => relation(id, 'worksheet', file.replace('xl/', ''))).join('') +
        relation(`rId${names.length + 1}`, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
  }
}

/**
 * Builds an Excel workbook (.xlsx) from sheets. Text that a spreadsheet would run as a formula is guarded as
 * in CSV.
 */
export const writeWorkbook = (sheets: readonly OutSheet[]): Promise<Uint8Array<ArrayBuffer>> =>
  buildZip({
    ...bookFiles(sheets.map(({ name }) => name)),
    ...Object.fromEntries(sheets.map((sheet, index) => [sheetFile(index + 1), sheetXml(sheet)])),
  })

/** The file name of the only sheet of a workbook. */
export const ONLY_SHEET = sheetFile(1)
