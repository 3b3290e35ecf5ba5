import { Button } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { type Column, columns } from '#ui/table/columns.tsx'
import { useColumns } from '#ui/table/DataTable.tsx'
import type { LongList } from '#ui/table/exportStore.ts'
import { ListToolbar } from '#ui/table/ListToolbar.tsx'
import { pageCount, toFetch } from '#ui/table/paging.ts'
import { useReturn } from '#ui/table/returnToRow.ts'
import { TableGrid } from '#ui/table/TableGrid.tsx'
import { ClearFilters, NoMatch, Pager } from '#ui/table/TableToolbar.tsx'
import type { TableState } from '#ui/table/tableState.ts'
import type { SavedView } from '#ui/table/viewStore.ts'
import { getReportPath } from '../model/facts.ts'
import { formatReportFigure, getReportLabel } from '../model/figures.ts'
import type { AnyReport, Sums } from '../model/index.ts'
import { readReportQuery } from '../model/parameters.ts'
import type { ReportPage } from '../model/report.ts'
import { type ReportFileContent, saveReportCsv, saveReportExcel, saveReportPdf } from './files.ts'
import type { Block } from './Parameters.tsx'
import styles from './report.module.css'
import { getReportColumns, type ReportRow } from './reportColumns.tsx'

/** The maximum number of rows of a page. */
const MAX_PAGE_ROWS = 100
const getKey = (row: ReportRow): string => JSON.stringify(row)

type Props = {
  report: AnyReport
  block: Block
  /** Parameters that cannot be changed here. */
  fixed: Readonly<Record<string, string | number>>
  list: string
  path: string
  state: TableState
  onChange: (change: Partial<TableState>) => void
}

/**
 * Loads a page of the report for the current choices; the previous page stays on the screen until the
 * answer arrives.
 */
function useReportPage({ report, block, fixed, state }: Props) {
  const deferredState = useDeferredValue(state)
  const { exceptionsOnly, ...selected } = deferredState.choices
  const { groupBy, ...ownChoices } = selected
  // A report without properties in its rows may be grouped by a parameter of its own.
  const choices = report.ofProperties ? ownChoices : selected
  const filters = { ...readReportQuery(report, block.defaults, choices), ...fixed }
  const query = {
    ...filters,
    ...(deferredState.search.trim() && { search: deferredState.search.trim() }),
    ...(exceptionsOnly === 'true' && { exceptionsOnly: true }),
    ...(deferredState.sortBy && { sortBy: deferredState.sortBy, descending: deferredState.descending }),
  }
  const rowsPerPage = deferredState.rowsPerPage || MAX_PAGE_ROWS
  const range = toFetch({ page: deferredState.page, rowsPerPage })
  const effectiveGroupBy = report.ofProperties && groupBy ? groupBy : undefined
  const call = useCall(report.page, {
    query: { ...query, ...range, ...(effectiveGroupBy && { groupBy: effectiveGroupBy }) },
  } as never)
  return {
    filters,
    query,
    groupBy: effectiveGroupBy,
    settled: deferredState,
    reportPage: call,
    offset: range.startRow,
    pages: pageCount(call.total, rowsPerPage),
  }
}

/** The rows of a report with totals, a page at a time; files contain all rows. */
export function ReportTable(props: Props) {
  const { report, state, onChange } = props
  const { filters, query, groupBy, settled, reportPage, offset, pages } = useReportPage(props)
  const allColumns = useMemo(
    () => getReportColumns(report, filters, reportPage.totals),
    [report, reportPage, filters],
  )
  const { shown: columns, printed } = useColumns(allColumns, state.hidden)
  const getRowLink = report.to as ((row: ReportRow, request: typeof filters) => string | null) | undefined
  const leadsTo = getRowLink && ((row: ReportRow) => getRowLink(row, filters) ?? '')
  const returnTo = useReturn(() => reportPage.rows.map((row) => leadsTo?.(row)), true)
  return (
    <div>
      {reportPage.groups.length > 0 && <Groups report={report} groups={reportPage.groups} />}
      <Toolbar
        {...props}
        found={reportPage}
        columns={allColumns}
        file={{
          report,
          asked: query,
          options: props.block.options,
          groupBy,
          labels: report.labels?.(query) ?? {},
          found: reportPage,
        }}
      />
      <TableGrid
        caption={report.facts.title}
        rowKey={getKey}
        {...(leadsTo && { to: leadsTo })}
        allRows={reportPage.rows}
        matching={reportPage.rows}
        pageRows={reportPage.rows}
        offset={offset}
        columns={columns}
        printed={printed}
        state={settled}
        onChange={onChange}
        height="fill"
        scrollKey={null}
        returnTo={returnTo}
        empty={<NoMatch state={state} onChange={onChange} />}
      />
      <Pager page={settled.page} pages={pages} onChange={onChange} />
      <Footnote text={report.footnote} readAt={reportPage.readAt} />
    </div>
  )
}

const Footnote = ({ text, readAt }: { text: string; readAt: string }) => (
  <p className={styles.footnote}>
    <strong>Definitions.</strong> {text} Figures read {formatDate(readAt, 'MM/DD/YYYY h:mm A')}.
  </p>
)

type ToolbarProps = Props & {
  found: ReportPage
  columns: readonly Column<ReportRow>[]
  file: ReportFileContent
}

/** Search, choice of columns, and files, which contain all rows found. */
function Toolbar({ list, path, state, onChange, found, columns: all, file }: ToolbarProps) {
  return (
    <ListToolbar
      state={state}
      onChange={onChange}
      rows={found.rows}
      columns={all}
      filtered={[]}
      counted={<Counted found={found} state={state} onChange={onChange} />}
      letters={undefined}
      views={{ list: path, name: list, ...(isReport(path) && { aside: renderMailLink }) }}
      most={MAX_PAGE_ROWS}
      exportCsv={() => saveReportCsv(file)}
      exportExcel={() => saveReportExcel(file)}
      long={getLongList(file)}
      files={<PdfButton file={file} />}
    />
  )
}

/**
 * Exports the report in the background; null for a report with restricted rows, which are never stored in a
 * file.
 */
const getLongList = ({ report, asked, found }: ReportFileContent): LongList | undefined =>
  report.restricted
    ? undefined
    : {
        title: report.facts.title,
        callPath: report.list.path,
        columns: [],
        total: found.total,
        asked: asked as LongList['asked'],
      }

/** Returns whether the path is a report's own screen; reports of one property cannot be mailed. */
const isReport = (path: string): boolean => path.startsWith(getReportPath({ page: '' }))
const renderMailLink = ({ id, name }: SavedView) => (
  <Link to={`/reporting?mail=${id}`} aria-label={`Mail it… ${name}`}>
    Mail it…
  </Link>
)

/** Exports the current view to a PDF; the server creates it, which takes a moment. */
function PdfButton({ file }: { file: ReportFileContent }) {
  const [making, setMaking] = useState(false)
  const save = () => {
    setMaking(true)
    void saveReportPdf(file)
      .catch(() => undefined)
      .finally(() => setMaking(false))
  }
  return (
    <Button size="xs" variant="default" title="Export to PDF" loading={making} onClick={save}>
      PDF
    </Button>
  )
}

type Found = { total: number; properties: number | null }

function Counted({ found, ...change }: { found: Found } & Pick<Props, 'state' | 'onChange'>) {
  const { total, properties } = found
  return (
    <>
      <span role="status">
        {plural(total, 'row', 'rows')}
        {properties !== null && properties !== total && ` of ${plural(properties, 'property', 'properties')}`}
      </span>
      <ClearFilters {...change} />
    </>
  )
}

/** With more groups than this, the subtotals scroll, so that the rows stay in sight. */
const MANY_GROUPS = 8

type Group = { name: string | null; rows: number; totals: Sums }

/** The subtotals by group, with bars to compare them in the table itself. */
function Groups({ report, groups }: { report: AnyReport; groups: readonly Group[] }) {
  const subtotalColumns = groupColumns(report, groups)
  return (
    <div className={styles.groups} data-many={groups.length > MANY_GROUPS || undefined}>
      <TableGrid
        caption="Subtotals"
        rowKey={(group) => group.name ?? ''}
        allRows={groups}
        matching={groups}
        pageRows={groups}
        offset={0}
        columns={subtotalColumns}
        state={plainState}
        onChange={() => undefined}
        height={groups.length > MANY_GROUPS ? 260 : 'none'}
        scrollKey={null}
        empty="None."
      />
    </div>
  )
}

const plainState = { sortBy: null, descending: false } as TableState
const col = columns<Group>()

function groupColumns(report: AnyReport, groups: readonly Group[]) {
  const names = report.columns.filter((name) => report.totals[name])
  const { chartColumn: barColumn } = report
  const highest = barColumn ? Math.max(0, ...groups.map(({ totals }) => totals[barColumn] ?? 0)) : 0
  const bar = (group: Group) => {
    const value = (barColumn && group.totals[barColumn]) || 0
    return (
      <span
        className={styles.bar}
        style={{ width: `${highest > 0 ? Math.max(0, (100 * value) / highest) : 0}%` }}
      />
    )
  }
  return [
    col.text('Group', (group) => group.name, { width: 220 }),
    col.number('Rows', (group) => group.rows, { width: 70 }),
    ...names.map((name) =>
      col.number(getReportLabel(report, name, {}), (group) => group.totals[name], {
        id: name,
        format: (value) => formatReportFigure(report, name, value),
      }),
    ),
    ...(barColumn ? [col.node(`${getReportLabel(report, barColumn, {})}, drawn`, bar, { width: 200 })] : []),
  ].map((column) => ({ ...column, sortable: false }))
}
