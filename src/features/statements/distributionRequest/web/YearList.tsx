import { NativeSelect } from '@mantine/core'
import { useParams } from 'react-router'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { Queue } from '#engines/review/web/index.ts'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { Views } from '#ui/frame/Views.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getReviewListByYear } from '../model/calls.ts'
import { facts } from '../model/facts.ts'
import { type Line, requests } from '../model/requests.ts'
import { queueColumns } from './columns.ts'

/** The agency's lists of requests: those to review, and those on the statements of one year. */
export default function YearList() {
  return (
    <Screen title="Distribution requests" breadcrumbs={[{ label: 'Properties', to: facts.multi }]}>
      <AgencyOnly>
        <Views
          views={{
            'To review': (
              <Queue review={requests} pages={{ columns: queueColumns }} empty="No requests yet." />
            ),
            'By year': <YearTable />,
          }}
        />
      </AgencyOnly>
    </Screen>
  )
}

const tabs = [
  { label: 'All', match: () => true },
  ...requests.flow.statuses.map((status) => ({
    label: requests.labelOf(status, null),
    match: (line: Line) => line.statusId === status,
  })),
]
const YEAR_COUNT = 12

function YearTable() {
  const now = getYearNumber(today())
  const [selected, setYear] = useAddressValue('year', useParams().year ?? String(now - 1))
  const year = Number(selected)
  const rows = useCall(getReviewListByYear, { params: { year } })
  const years = [
    ...new Set([year, ...Array.from({ length: YEAR_COUNT }, (_, index) => now - index)]),
  ].toSorted((a, b) => b - a)
  return (
    <>
      <NativeSelect
        label="Fiscal year"
        value={selected}
        onChange={(event) => setYear(event.currentTarget.value)}
        data={years.map(String)}
        w={180}
      />
      <DataTable
        caption={`Distribution requests on the statements of ${year}`}
        rows={rows}
        columns={queueColumns}
        rowKey={(line) => getReviewKey(requests.entity, line)}
        to={(line) => openPath(requests, line)}
        tabs={tabs}
        alphabet={(line) => line.subject}
        csvName={`distribution-requests-${year}`}
        initialSort={{ sortBy: 'Submitted', descending: false }}
        empty={`No requests on the statements of ${year}.`}
      />
    </>
  )
}
