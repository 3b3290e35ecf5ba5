import { NativeSelect } from '@mantine/core'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { applications, type Line, WAITING } from '../model/applications.ts'
import { getFunds, getListByYearAndStatus } from '../model/calls.ts'
import { FIRST_YEAR, RentGap } from '../model/entities.ts'
import { facts } from '../model/facts.ts'
import { queueColumns } from './columns.ts'

const getStatusTab = (statusId: number) => ({
  label: applications.labelOf(statusId, null),
  match: (line: Line) => line.statusId === statusId && line.statusLabel !== WAITING,
})
const tabs = [
  { label: 'All', match: () => true },
  ...[2, 3, 4].map(getStatusTab),
  { label: WAITING, match: (line: Line) => line.statusLabel === WAITING },
  ...[5, 6, 1].map(getStatusTab),
]

/** The agency's list of the applications of a year by status, with the remaining funds. */
export default function ReviewList() {
  return (
    <Screen
      title="Rent gap applications of a year"
      breadcrumbs={[{ label: 'Rent gap assistance', to: facts.queue }]}
    >
      <AgencyOnly>
        <YearTable />
      </AgencyOnly>
    </Screen>
  )
}

function YearTable() {
  const now = getYearNumber(today())
  const [year, setYear] = useAddressValue('year', String(now))
  const params = { year: Number(year) }
  const rows = useCall(getListByYearAndStatus, { params: { ...params, status: -1 } })
  const funds = useCall(getFunds, { params })
  const years = Array.from({ length: now - FIRST_YEAR + 2 }, (_, index) => String(now + 1 - index))
  return (
    <>
      <NativeSelect
        label="Year"
        value={year}
        onChange={(event) => setYear(event.currentTarget.value)}
        data={years}
        w={120}
      />
      <Facts
        facts={[
          { label: 'Funds', value: formatMoney(funds.total) },
          { label: 'Approved', value: formatMoney(funds.approved) },
          { label: 'Left', value: formatMoney(funds.left) },
        ]}
      />
      <DataTable
        caption="Rent gap applications"
        rows={rows}
        columns={queueColumns}
        rowKey={(line) => getReviewKey(RentGap, line)}
        to={(line) => openPath(applications, line)}
        tabs={tabs}
        alphabet={(line) => line.subject}
        csvName={`rent-gap-applications-${year}`}
        initialSort={{ sortBy: 'Submitted', descending: false }}
        empty="No applications of this year."
      />
    </>
  )
}
