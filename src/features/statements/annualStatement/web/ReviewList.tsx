import { NativeSelect } from '@mantine/core'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getReviewListByYear } from '../model/calls.ts'
import { getAnnualStatementPath, yearColumns } from './columns.tsx'

const FIRST_YEAR = 2015
const lastYear = getYearNumber(today()) - 1
const years = Array.from({ length: lastYear + 2 - FIRST_YEAR }, (_, index) => String(lastYear + 1 - index))

/** The statements of a fiscal year, including properties that have not filed theirs. */
export default function ReviewList() {
  const [year, setYear] = useAddressValue('year', String(lastYear), years)
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
        <YearTable year={Number(year)} />
      </AgencyOnly>
    </Screen>
  )
}

function YearTable({ year }: { year: number }) {
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
