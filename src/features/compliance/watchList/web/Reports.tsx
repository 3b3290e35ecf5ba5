import { Checkbox, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { formatDate, today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getTypes, getWatchListReport, logReport, type WatchReport } from '../model/calls.ts'
import { WatchListHistory } from '../model/entities.ts'
import { AgencyScreen } from './AgencyScreen.tsx'
import { commentColumns, entryColumns, getWatchListPath, propertyColumns } from './columns.tsx'
import { getMonthName, MonthChoice, useMonth } from './MonthChoice.tsx'
import { Presentations } from './Presentations.tsx'
import { useWrite } from './useWrite.ts'

const earlierColumns = [entryColumns[0]!, ...propertyColumns]
const reportColumns = [...entryColumns, commentColumns[0]!]

/**
 * The screen of the watch list as printed for the commission, with buttons to log it, and the earlier
 * presentations.
 */
export default function Reports() {
  return (
    <AgencyScreen title="Watch list for the commission">
      <Report />
    </AgencyScreen>
  )
}

function Report() {
  const month = useMonth()
  const [query, setQuery] = useState({ reportType: 0, includeHistory: false })
  const report = useCall(getWatchListReport, { query: { ...month.month, ...query } })
  const mayLog = useMay(logReport)
  return (
    <Screen
      title={`Watch list for the commission, ${getMonthName(month.month)}`}
      breadcrumbs={[{ label: 'Watch list', to: '/WatchList' }]}
      actions={
        <>
          <PrintButton />
          {mayLog && <LogButton report={report} asked={query} />}
        </>
      }
    >
      <Group gap="md" align="end" data-noprint>
        <MonthChoice {...month} />
        <ReportFilters asked={query} onChange={setQuery} />
      </Group>
      <p>{getTotals(report)}</p>
      <DataTable
        caption="Watch list for the commission"
        rows={report.rows}
        columns={reportColumns}
        rowKey={(line) => line.watchListId}
        to={getWatchListPath}
        csvName="watch-list-report"
        empty="No property is on the list of this month."
      />
      {query.includeHistory && <EarlierMonths rows={report.earlier} />}
      <Presentations />
    </Screen>
  )
}

type ReportQuery = { reportType: number; includeHistory: boolean }

function ReportFilters({ asked, onChange }: { asked: ReportQuery; onChange: (query: ReportQuery) => void }) {
  const types = useCall(getTypes, {})
  const choices = types.map((item) => ({ value: String(item.watchListTypeId), label: item.name }))
  return (
    <>
      <Select
        label="Type"
        data={[{ value: '0', label: 'All types' }, ...choices]}
        value={String(asked.reportType)}
        allowDeselect={false}
        onChange={(value) => onChange({ ...asked, reportType: Number(value ?? 0) })}
        w={180}
      />
      <Checkbox
        label="With the eleven months before"
        checked={asked.includeHistory}
        onChange={(event) => onChange({ ...asked, includeHistory: event.currentTarget.checked })}
      />
    </>
  )
}

const EarlierMonths = ({ rows }: { rows: WatchReport['earlier'] }) => (
  <Section title="The months before">
    <DataTable
      caption="Earlier months"
      rows={rows}
      columns={earlierColumns}
      rowKey={(line) => line.watchListId}
      height="none"
      csvName="watch-list-earlier"
      empty="None."
    />
  </Section>
)

const getTotals = ({ totals, closedAt }: WatchReport): string =>
  [
    `${totals.entries} on the list`,
    `${formatMoney(totals.loans)} in loans`,
    ...(totals.missingComments > 0 ? [`${totals.missingComments} without a comment`] : []),
    closedAt === null ? 'the month is open' : `closed ${formatDate(closedAt, 'MM/DD/YYYY')}`,
  ].join(' · ')

const schema = WatchListHistory.row.pick({ presentedOn: true, note: true })

const Field = getField(schema)

function LogButton({ report, asked }: { report: WatchReport; asked: ReportQuery }) {
  const write = useWrite()
  const { year, month } = report
  return (
    <RecordDialog
      button="Log as presented…"
      title="What was presented to the commission"
      save="Log it"
      schema={schema}
      values={{ presentedOn: today(), note: null }}
      send={(values) =>
        write(logReport, { body: { ...values, year, month, ...asked } }, 'The report is logged.')
      }
    >
      <p>The current rows are stored and never change.</p>
      <Field name="presentedOn" width={180} />
      <Field name="note" rows={2} />
    </RecordDialog>
  )
}
