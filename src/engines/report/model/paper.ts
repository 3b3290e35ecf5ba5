import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import {
  formatReportFigure,
  formatReportValue,
  getCriteria,
  getReportLabel,
  isFigure,
  type ParameterOptions,
} from './figures.ts'
import { type AnyReport, getGroups, type ReportPage } from './report.ts'
import { isWithheld, NOT_SHOWN_TEXT } from './withheld.ts'

/** A table of a PDF. All values are formatted text. */
export type PaperTable = {
  title: string
  columns: { label: string; figure: boolean }[]
  rows: string[][]
  total: string[] | null
}

/** The content of a report's PDF as plain texts, from which the pages are laid out. */
export type Paper = {
  title: string
  agency: string
  /** The name of the person who created it. */
  by: string
  readAt: string
  criteria: { label: string; value: string }[]
  rowCountText: string
  /** A note that not all rows are in the PDF; null if all are. */
  truncationNote: string | null
  subtotals: PaperTable | null
  rows: PaperTable
  footnote: string
}

type PaperInput = {
  /** The parameters, including the grouping of subtotals. */
  asked: Readonly<Record<string, unknown>>
  options: ParameterOptions
  page: ReportPage
  agency: string
  by: string
}

function buildSubtotals(
  report: AnyReport,
  query: PaperInput['asked'],
  { groups }: ReportPage,
): PaperTable | null {
  if (groups.length === 0) return null
  const names = report.columns.filter((name) => report.totals[name])
  const group = getGroups(report)[String(query.groupBy)] ?? 'Group'
  return {
    title: `Subtotals by ${group.toLowerCase()}`,
    columns: [
      { label: group, figure: false },
      { label: 'Rows', figure: true },
      ...names.map((name) => ({ label: getReportLabel(report, name, {}), figure: true })),
    ],
    rows: groups.map(({ name, rows, totals }) => [
      name ?? '',
      formatNumber(rows),
      ...names.map((column) => formatReportFigure(report, column, totals[column])),
    ]),
    total: null,
  }
}

/** Replaces the check mark, which the PDF font does not have, by a similar sign. */
const replaceCheckMarks = (text: string): string => text.replaceAll('✓', '√')

/** The file name of a report: its title and the day. */
export const getReportFileName = ({ facts }: Pick<AnyReport, 'facts'>, today: string): string =>
  `${facts.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${today}`

/**
 * Builds the content of a report's PDF: its parameters, subtotals, rows with their total, and the
 * definitions of the figures.
 */
export function buildReportPaper(
  report: AnyReport,
  { asked, options, page: found, agency, by }: PaperInput,
): Paper {
  const labels = report.labels?.(asked) ?? {}
  const names = report.columns.filter((name) => labels[name] !== '')
  const { total, properties, rows, totals } = found
  const propertiesText =
    properties === null || properties === total ? '' : ` of ${plural(properties, 'property', 'properties')}`
  const remaining = total - rows.length
  const summed = Object.keys(report.totals).length > 0
  return {
    title: [report.facts.title, report.part].filter(Boolean).join(': '),
    agency,
    by,
    footnote: replaceCheckMarks(report.footnote),
    readAt: formatDate(found.readAt, 'MM/DD/YYYY h:mm A'),
    criteria: getCriteria(report, asked, options),
    rowCountText: `${plural(total, 'row', 'rows')}${propertiesText}`,
    truncationNote:
      remaining > 0
        ? `These are the first ${formatNumber(rows.length)} of ${formatNumber(total)} rows; totals include all rows. Excel and CSV files have every row.`
        : null,
    subtotals: buildSubtotals(report, asked, found),
    rows: {
      title: report.facts.title,
      columns: names.map((name) => ({
        label: getReportLabel(report, name, labels),
        figure: isFigure(report, name),
      })),
      rows: rows.map((row) =>
        names.map((name) =>
          isWithheld(row, name)
            ? NOT_SHOWN_TEXT
            : replaceCheckMarks(formatReportValue(report, name, row[name])),
        ),
      ),
      total: summed
        ? names.map((name, index) =>
            name in totals ? formatReportFigure(report, name, totals[name]) : index === 0 ? 'Total' : '',
          )
        : null,
    },
  }
}
