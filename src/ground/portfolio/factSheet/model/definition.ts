import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDate } from '#kernel/model/dates.ts'
import { chartSize, getFactSheetChart, getFactSheetLine } from './chart.ts'
import {
  cellText,
  getFactSheetNote,
  isNumeric,
  partsAt,
  type Sheet,
  type SheetPart,
  type SheetPlace,
  type SheetRow,
} from './sheet.ts'

const BLUE = '#1d5399'
const GREY = '#5b6472'
const RED = '#b42318'
const RULE = '#d5dae1'
const WIDTH = 540
/** From this number of lines on the type is smaller. */
const MANY_LINES = 42

/** Lines between rows alone. */
const lines: CustomTableLayout = {
  hLineWidth: (index, node) => (index === 0 ? 0 : index === node.table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => RULE,
  paddingLeft: () => 0,
  paddingRight: () => 6,
  paddingTop: () => 1,
  paddingBottom: () => 1,
}

const heading = (part: SheetPart): Content => ({
  columns: [
    { text: part.title, bold: true, color: BLUE, fontSize: 8.5, width: '*' },
    {
      text: getFactSheetNote(part),
      color: GREY,
      fontSize: 7,
      alignment: 'right',
      width: 'auto',
      margin: [0, 2, 0, 0],
    },
  ],
  columnGap: 6,
})

function getCell(part: SheetPart, row: SheetRow, index: number): TableCell {
  const { kind, label } = part.columns[index] ?? { kind: 'text', label: '' }
  const isLabel = index === 0 && label === ''
  return {
    text: row.total && row.cells[index] === null ? '' : cellText(row.cells[index] ?? null, kind),
    alignment: isNumeric(kind) ? 'right' : 'left',
    bold: row.total === true,
    ...(row.alert && !isLabel ? { color: RED } : isLabel ? { color: GREY } : {}),
  }
}

/** The rows of a part below its headings, where it has any. */
function getTable(part: SheetPart): Content {
  if (part.rows.length === 0) return { text: part.empty ?? '', color: GREY, margin: [0, 2, 0, 0] }
  const headed = part.columns.some(({ label }) => label !== '')
  const head = part.columns.map(({ label, kind }) => ({
    text: label,
    bold: true,
    alignment: isNumeric(kind) ? ('right' as const) : ('left' as const),
  }))
  const body = part.rows.map((row) => part.columns.map((_, index) => getCell(part, row, index)))
  const widest = part.columns.length > 2 ? 1 : part.columns.length - 1
  return {
    table: {
      headerRows: headed ? 1 : 0,
      widths: part.columns.map((_, index) => (index === widest ? '*' : 'auto')),
      body: headed ? [head, ...body] : body,
    },
    layout: lines,
  }
}

const getPart = (part: SheetPart): Content => ({
  stack: [heading(part), part.place === 'chart' ? chartContent(part) : getTable(part)],
  margin: [0, 0, 0, 6],
})

/** Text within an SVG. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function chartContent(part: SheetPart): Content {
  const chart = getFactSheetChart(part)
  const { width, height } = chartSize
  const text = (x: number, y: number, text: string, color: string, anchor: string) =>
    `<text x="${x}" y="${y}" font-family="Roboto" font-size="7" fill="${color}" text-anchor="${anchor}">${escaped(text)}</text>`
  const floor = chart.floor
    ? `<line x1="0" x2="${width}" y1="${chart.floor.y}" y2="${chart.floor.y}" stroke="${RED}" stroke-dasharray="2 2" stroke-width="0.8"/>${text(width, chart.floor.y - 2, chart.floor.text, RED, 'end')}`
    : ''
  const points = chart.points.map(({ x, y, label, text: value }, index) => {
    const anchor = index === 0 ? 'start' : index === chart.points.length - 1 ? 'end' : 'middle'
    return `${value ? `<circle cx="${x}" cy="${y}" r="1.8" fill="${BLUE}"/>` : ''}${text(x, y - 4, value, '#111', anchor)}${text(x, height - 2, label, GREY, anchor)}`
  })
  return {
    svg: `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${floor}<polyline points="${getFactSheetLine(chart)}" fill="none" stroke="${BLUE}" stroke-width="1.2"/>${points.join('')}</svg>`,
    width: 170,
  }
}

const sideBySide = (parts: readonly SheetPart[]): Content[] =>
  parts.length > 0
    ? [{ columns: parts.map((part) => ({ stack: [getPart(part)], width: '*' as const })), columnGap: 16 }]
    : []

/** The strip of figures on top. */
function strip(parts: readonly SheetPart[]): Content[] {
  if (parts.length === 0) return []
  const cells = parts.map(({ title, columns, rows: [row] }) => ({
    stack: [
      { text: title, color: GREY },
      { text: cellText(row?.cells[0] ?? null, columns[0]?.kind ?? 'text'), fontSize: 13, bold: true },
      { text: String(row?.cells[1] ?? ''), fontSize: 7, ...(row?.alert ? { color: RED } : {}) },
    ],
  }))
  const layout = {
    hLineColor: () => RULE,
    vLineColor: () => RULE,
    paddingLeft: () => 6,
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
  }
  return [{ table: { widths: parts.map(() => '*'), body: [cells] }, layout, margin: [0, 0, 0, 8] }]
}

const title = (sheet: Sheet, agency: string, photo: string | null): Content => ({
  stack: [
    {
      columns: [
        { text: sheet.name, fontSize: 16, bold: true, width: '*', headlineLevel: 1 },
        ...(photo ? [{ stack: [{ image: photo, fit: [70, 26] as [number, number] }], width: 74 }] : []),
        { text: agency, bold: true, color: BLUE, alignment: 'right', width: 'auto', margin: [0, 6, 0, 0] },
      ],
      columnGap: 12,
    },
    {
      columns: [
        { text: [sheet.address, sheet.number].filter(Boolean).join(' · '), color: GREY, width: '*' },
        {
          text: `Fact sheet, ${formatDate(sheet.day, 'MMMM DD, YYYY')}`,
          color: GREY,
          alignment: 'right',
          width: 'auto',
        },
      ],
      columnGap: 12,
    },
    { canvas: [{ type: 'line', x1: 0, y1: 4, x2: WIDTH, y2: 4, lineWidth: 1.5, lineColor: BLUE }] },
  ],
  margin: [0, 0, 0, 8],
})

const getLines = (parts: readonly SheetPart[]): number =>
  parts.reduce((sum, { rows }) => sum + rows.length + 2, 0)
const highest = (parts: readonly SheetPart[]): number => Math.max(0, ...parts.map((part) => getLines([part])))

/** The type size at which the sheet fits on one page. */
function computeSize(sheet: Sheet): number {
  const [top, wide, left, right, bottom] = (['top', 'wide', 'left', 'right', 'bottom'] as const).map(
    (place) => partsAt(sheet, place),
  )
  const lines =
    highest(top ?? []) +
    getLines([...(wide ?? []), ...(bottom ?? [])]) +
    Math.max(getLines(left ?? []), getLines(right ?? []))
  return lines > MANY_LINES ? 6.5 : 7.5
}

/**
 * The fact sheet of a property as a document of one page, US Letter; `agency` is the agency's name, `photo` a
 * data URL. Each call answers a fresh one.
 */
export function sheetDefinition(
  sheet: Sheet,
  agency: string,
  photo: string | null = null,
): TDocumentDefinitions {
  const getParts = (place: SheetPlace) => partsAt(sheet, place)
  const foot: Content = {
    columns: [
      { stack: getParts('left').map(getPart), width: '62%' },
      { stack: getParts('right').map(getPart), width: '*' },
    ],
    columnGap: 16,
  }
  return {
    pageSize: 'LETTER',
    pageMargins: [36, 30, 36, 30],
    info: { title: `Fact sheet of ${sheet.name}`, author: agency },
    defaultStyle: { font: 'Roboto', fontSize: computeSize(sheet), lineHeight: 1.05 },
    footer: {
      text: `From the portal on ${formatDate(sheet.day, 'MM/DD/YYYY')}, as far as the person who made it may read.`,
      color: GREY,
      fontSize: 7,
      margin: [36, 8, 36, 0],
    },
    content: [
      title(sheet, agency, photo),
      ...strip(getParts('figure')),
      ...sideBySide(getParts('top')),
      ...getParts('wide').map(getPart),
      ...sideBySide(getParts('chart')),
      foot,
      ...getParts('bottom').map(getPart),
    ],
  }
}
