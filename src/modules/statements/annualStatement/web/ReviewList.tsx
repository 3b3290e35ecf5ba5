import { NativeSelect } from '@mantine/core'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getReviewListByYear } from '../model/calls.ts'
import { getAnnualStatementPath, yearColumns } from './columns.tsx'

const FIRST = 2015
const last = getYearNumber(today()) - 1
const years = Array.from({ length: last + 2 - FIRST }, (_, index) => String(last + 1 - index))

/** The statements of a fiscal year, with the properties that have not filed theirs. */
export default function ReviewList() {
  const [year, setYear] = useAddressed('year', String(last), years)
  return (
    <Screen
      title="Statements by year"
      breadcrumbs={[{ label: 'Annual statements', to: '/afs/list/multi' }]}
      actions={
        <NativeSelect
          aria-label="Fiscal year"
          data={years}
          value={year}
          onChange={(event) => setYear(event.currentTarget.value)}
        />
      }
    >
      <AgencyOnly>
        <OfYear year={Number(year)} />
      </AgencyOnly>
    </Screen>
  )
}

function OfYear({ year }: { year: number }) {
  const rows = useCall(getReviewListByYear, { params: { year } })
  return (
    <DataTable
      caption={`Statements of ${year}`}
      rows={rows}
      columns={yearColumns}
      rowKey={(line) => line.propertyId}
      to={getAnnualStatementPath}
      csvName={`statements-${year}`}
      alphabet={(line) => line.propertyName}
      empty={`Nothing is to be filed for ${year}.`}
    />
  )
}
