import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { WatchLine } from './calls.ts'
import { type Figure, type FigureKey, formatWatchFigure, getLatestFigure } from './figures.ts'

/** The fields that the PDF prints of a stored line of a presented watch list. */
type PresentedLine = Pick<
  WatchLine,
  | 'watchListId'
  | 'propertyName'
  | 'city'
  | 'typeName'
  | 'weaknessName'
  | 'responsibilityName'
  | 'year'
  | 'month'
> &
  Pick<WatchLine, 'entryDate' | 'comment' | 'statusId' | 'removalReason' | 'targetDate'> & {
    figures: Figure[]
  }

/**
 * A watch list presented to the commission, as logged: `content` contains the rows of the month and of prior
 * months.
 */
export type WatchListPresentation = {
  year: number
  month: number
  presentedOn: string
  note: string | null
  loggedAt: string | null
  content: readonly Record<string, unknown>[]
}

const [BLUE, GREY, RULE, FILL] = ['#1d5399', '#4a5568', '#d5dae1', '#eef1f5']
const MARGIN = 36
const layout: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => RULE,
  paddingLeft: () => 3,
  paddingRight: () => 3,
  paddingTop: () => 2,
  paddingBottom: () => 1.5,
  fillColor: (row) => (row === 0 ? FILL : null),
}

const formatDay = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')
const formatMonth = ({ year, month }: { year: number; month: number }): string =>
  monthName(`${year}-${String(month).padStart(2, '0')}-01`)
const formatFigure = ({ figures }: PresentedLine, key: FigureKey): string => {
  const match = getLatestFigure(figures, key)
  return match ? formatWatchFigure(match) : ''
}

type Column = { label: string; width: number | '*'; right?: boolean; read: (line: PresentedLine) => string }
/** The columns of figures, in the order of the screen. The comment column takes the remaining width. */
const figureColumns: Column[] = [
  { label: 'Type', width: 40, read: (line) => line.typeName },
  { label: 'Since', width: 46, read: (line) => formatDay(line.entryDate) },
  { label: 'Weakness', width: 58, read: (line) => line.weaknessName ?? '' },
  { label: 'With', width: 36, read: (line) => line.responsibilityName ?? '' },
  { label: 'Coverage', width: 40, right: true, read: (line) => formatFigure(line, 'coverage') },
  { label: 'Occupied, %', width: 40, right: true, read: (line) => formatFigure(line, 'occupancy') },
  { label: 'Reserve, $ a unit', width: 48, right: true, read: (line) => formatFigure(line, 'reserve') },
  { label: 'Insp.', width: 26, right: true, read: (line) => formatFigure(line, 'inspection') },
  { label: 'Loans, $', width: 62, right: true, read: (line) => formatFigure(line, 'loans') },
]
const commentColumn: Column = { label: 'Comment', width: '*', read: (line) => line.comment ?? '' }
const propertyColumn: Column = {
  label: 'Property',
  width: 104,
  read: (line) => [line.propertyName, line.city].filter(Boolean).join(', '),
}
const presentColumns = [propertyColumn, ...figureColumns, commentColumn]
const earlierColumns = [
  { label: 'Month', width: 54, read: formatMonth } satisfies Column,
  propertyColumn,
  ...figureColumns.slice(0, 3),
  commentColumn,
]

function getTable(
  columns: readonly Column[],
  lines: readonly PresentedLine[],
  total: string[] | null,
): Content {
  const cells = (texts: readonly string[], bold: boolean): TableCell[] =>
    texts.map((text, index) => ({ text, bold, alignment: columns[index]!.right ? 'right' : 'left' }))
  return {
    table: {
      headerRows: 1,
      widths: columns.map(({ width }) => width),
      body: [
        cells(
          columns.map(({ label }) => label),
          true,
        ),
        ...lines.map((line) =>
          cells(
            columns.map(({ read }) => read(line)),
            false,
          ),
        ),
        ...(total ? [cells(total, true)] : []),
      ],
    },
    layout,
    fontSize: 7.5,
    margin: [0, 2, 0, 10],
  }
}

const subtitle = (text: string): Content => ({
  text,
  bold: true,
  color: BLUE,
  headlineLevel: 2,
  margin: [0, 2, 0, 0],
})

/**
 * Describes the number of properties by type and the sum of their loans. `loans` is null if no loan figures
 * were stored.
 */
function summarize(lines: readonly PresentedLine[]): { words: string; loans: string | null } {
  const types = [...Map.groupBy(lines, (line) => line.typeName)].map(
    ([name, own]) => `${own.length} ${name.toLowerCase()}`,
  )
  const loanAmounts = lines.flatMap((line) => getLatestFigure(line.figures, 'loans')?.value ?? [])
  const loans = loanAmounts.length > 0 ? formatMoney(sumMoney(loanAmounts)) : null
  const owed = loans === null ? '' : ` Loans ${loans}.`
  return {
    words: `${plural(lines.length, 'property', 'properties')} on the list: ${types.join(', ')}.${owed}`,
    loans,
  }
}

/**
 * Returns the PDF document of a presented watch list: US Letter landscape, with column headings on every
 * page. Each call returns a new document.
 */
export default function commissionPages(list: WatchListPresentation, agency: string): TDocumentDefinitions {
  const lines = list.content as PresentedLine[]
  const isPresentMonth = (line: PresentedLine) => line.year === list.year && line.month === list.month
  const [now, before] = [lines.filter(isPresentMonth), lines.filter((line) => !isPresentMonth(line))]
  const title = `Watch list, ${formatMonth(list)}`
  const logged = formatDate(list.loggedAt, 'MM/DD/YYYY h:mm A')
  const { words: text, loans } = summarize(now)
  const total = presentColumns.map(({ label }) =>
    label === 'Property' ? 'Total' : label === 'Loans, $' ? (loans ?? '') : '',
  )
  return {
    pageSize: 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, 44, MARGIN, 44],
    info: { title, author: agency, subject: `Presented on ${formatDay(list.presentedOn)}` },
    defaultStyle: { font: 'Roboto', fontSize: 8, lineHeight: 1.05 },
    header: (page) =>
      page === 1 ? null : { text: title, color: GREY, fontSize: 7.5, margin: [MARGIN, 24, MARGIN, 0] },
    footer: (page, pages) => ({
      columns: [
        {
          text: `As it was presented on ${formatDay(list.presentedOn)} and logged ${logged}; never changed since.`,
          width: '*',
        },
        { text: `Page ${page} of ${pages}`, width: 'auto', alignment: 'right' },
      ],
      columnGap: 12,
      color: GREY,
      fontSize: 7.5,
      margin: [MARGIN, 14, MARGIN, 0],
    }),
    content: [
      {
        columns: [
          { text: title, fontSize: 16, bold: true, width: '*', headlineLevel: 1 },
          { text: agency, bold: true, color: BLUE, alignment: 'right', width: 'auto', margin: [0, 6, 0, 0] },
        ],
        columnGap: 12,
      },
      {
        text: `For the commission of ${formatDay(list.presentedOn)}. ${text}`,
        color: GREY,
        margin: [0, 2, 0, 6],
      },
      ...(list.note ? [{ text: list.note, margin: [0, 0, 0, 6] as [number, number, number, number] }] : []),
      getTable(presentColumns, now, loans === null ? null : total),
      ...(before.length > 0 ? [subtitle('The months before'), getTable(earlierColumns, before, null)] : []),
    ],
  }
}
