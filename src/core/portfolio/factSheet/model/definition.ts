import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDate } from '#kernel/model/dates.ts'
import { chartSize, getFactSheetChart, getPolylinePoints } from './chart.ts'
import {
  formatCell,
  getFactSheetNote,
  getPartsAt,
  isNumeric,
  type Sheet,
  type SheetPart,
  type SheetPlace,
  type SheetRow,
} from './sheet.ts'

const BLUE = '#1d5399'
const GRAY = '#5b6472'
const RED = '#b42318'
const RULE = '#d5dae1'
const WIDTH = 540
/** If the sheet has more lines than this, the type is smaller. */
const MANY_LINES = 42

/** A table layout with rules between rows only. */
const rulesBetweenRows: CustomTableLayout = {
  hLineWidth: (index, node) => (index === 0 ? 0 : index === node.table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => RULE,
  paddingLeft: () => 0,
  paddingRight: () => 6,
  paddingTop: () => 1,
  paddingBottom: () => 1,
}

const buildHeading = (part: SheetPart): Content => ({
  columns: [
    { text: part.title, bold: true, color: BLUE, fontSize: 8.5, width: '*' },
    {
      text: getFactSheetNote(part),
      color: GRAY,
      fontSize: 7,
      alignment: 'right',
      width: 'auto',
      margin: [0, 2, 0, 0],
    },
  ],
  columnGap: 6,
})

function buildCell(part: SheetPart, row: SheetRow, index: number): TableCell {
  const { kind, label } = part.columns[index] ?? { kind: 'text', label: '' }
  const isLabel = index === 0 && label === ''
  return {
    text: row.total && row.cells[index] === null ? '' : formatCell(row.cells[index] ?? null, kind),
    alignment: isNumeric(kind) ? 'right' : 'left',
    bold: row.total === true,
    ...(row.alert && !isLabel ? { color: RED } : isLabel ? { color: GRAY } : {}),
  }
}

/** A part's rows as a table, with a heading row if any column has a label. */
function buildTable(part: SheetPart): Content {
  if (part.rows.length === 0) return { text: part.empty ?? '', color: GRAY, margin: [0, 2, 0, 0] }
  const hasHeadings = part.columns.some(({ label }) => label !== '')
  const head = part.columns.map(({ label, kind }) => ({
    text: label,
    bold: true,
    alignment: isNumeric(kind) ? ('right' as const) : ('left' as const),
  }))
  const body = part.rows.map((row) => part.columns.map((_, index) => buildCell(part, row, index)))
  const widest = part.columns.length > 2 ? 1 : part.columns.length - 1
  return {
    table: {
      headerRows: hasHeadings ? 1 : 0,
      widths: part.columns.map((_, index) => (index === widest ? '*' : 'auto')),
      body: hasHeadings ? [head, ...body] : body,
    },
    layout: rulesBetweenRows,
  }
}

const buildPart = (part: SheetPart): Content => ({
  stack: [buildHeading(part), part.place === 'chart' ? buildChart(part) : buildTable(part)],
  margin: [0, 0, 0, 6],
})

/** Escapes text for use in an SVG. */
const escapeSvgText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function buildChart(part: SheetPart): Content {
  const chart = getFactSheetChart(part)
  const { width, height } = chartSize
  const text = (x: number, y: number, text: string, color: string, anchor: string) =>
    `<text x="${x}" y="${y}" font-family="Roboto" font-size="7" fill="${color}" text-anchor="${anchor}">${escapeSvgText(text)}</text>`
  const floor = chart.floor
    ? `<line x1="0" x2="${width}" y1="${chart.floor.y}" y2="${chart.floor.y}" stroke="${RED}" stroke-dasharray="2 2" stroke-width="0.8"/>${text(width, chart.floor.y - 2, chart.floor.text, RED, 'end')}`
    : ''
  const points = chart.points.map(({ x, y, label, text: value }, index) => {
    const anchor = index === 0 ? 'start' : index === chart.points.length - 1 ? 'end' : 'middle'
    return `${value ? `<circle cx="${x}" cy="${y}" r="1.8" fill="${BLUE}"/>` : ''}${text(x, y - 4, value, '#111', anchor)}${text(x, height - 2, label, GRAY, anchor)}`
  })
  return {
    svg: `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${floor}<polyline points="${getPolylinePoints(chart)}" fill="none" stroke="${BLUE}" stroke-width="1.2"/>${points.join('')}</svg>`,
    width: 170,
  }
}

const sideBySide = (parts: readonly SheetPart[]): Content[] =>
  parts.length > 0
    ? [{ columns: parts.map((part) => ({ stack: [buildPart(part)], width: '*' as const })), columnGap: 16 }]
    : []

/** The strip of key figures at the top of the sheet. */
function figureStrip(parts: readonly SheetPart[]): Content[] {
  if (parts.length === 0) return []
  const cells = parts.map(({ title, columns, rows: [row] }) => ({
    stack: [
      { text: title, color: GRAY },
      { text: formatCell(row?.cells[0] ?? null, columns[0]?.kind ?? 'text'), fontSize: 13, bold: true },
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

const buildTitle = (sheet: Sheet, agency: string, photo: string | null): Content => ({
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
        { text: [sheet.address, sheet.number].filter(Boolean).join(' · '), color: GRAY, width: '*' },
        {
          text: `Fact sheet, ${formatDate(sheet.day, 'MMMM DD, YYYY')}`,
          color: GRAY,
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

const countLines = (parts: readonly SheetPart[]): number =>
  parts.reduce((sum, { rows }) => sum + rows.length + 2, 0)
const countLinesOfHighest = (parts: readonly SheetPart[]): number =>
  Math.max(0, ...parts.map((part) => countLines([part])))

/** The type size, in points, at which the sheet fits on one page. */
function computeSize(sheet: Sheet): number {
  const [top, wide, left, right, bottom] = (['top', 'wide', 'left', 'right', 'bottom'] as const).map(
    (place) => getPartsAt(sheet, place),
  )
  const lineCount =
    countLinesOfHighest(top ?? []) +
    countLines([...(wide ?? []), ...(bottom ?? [])]) +
    Math.max(countLines(left ?? []), countLines(right ?? []))
  return lineCount > MANY_LINES ? 6.5 : 7.5
}

/**
 * Builds the PDF definition of a property's fact sheet: one page, US Letter. `agency` is the agency's name,
 * `photo` a data URL. Each call returns a new object because the PDF library changes it.
 */
export function buildSheetDefinition(
  sheet: Sheet,
  agency: string,
  photo: string | null = null,
): TDocumentDefinitions {
  const getParts = (place: SheetPlace) => getPartsAt(sheet, place)
  const foot: Content = {
    columns: [
      { stack: getParts('left').map(buildPart), width: '62%' },
      { stack: getParts('right').map(buildPart), width: '*' },
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
      color: GRAY,
      fontSize: 7,
      margin: [36, 8, 36, 0],
    },
    content: [
      buildTitle(sheet, agency, photo),
      ...figureStrip(getParts('figure')),
      ...sideBySide(getParts('top')),
      ...getParts('wide').map(buildPart),
      ...sideBySide(getParts('chart')),
      foot,
      ...getParts('bottom').map(buildPart),
    ],
  }
}
