import { NativeSelect } from '@mantine/core'
import { Suspense } from 'react'
import { today } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getByYear, getLoans, getYears, loans, uploadLoans } from '../model/calls.ts'
import { EnterLoan } from './EnterLoan.tsx'
import { getLoanPath, registerColumns, registerTabs } from './registerColumns.tsx'
import { UploadFigures } from './Upload.tsx'

const REGISTER = 'Register'
const YEAR = 'Figures of a year'

/** The agency’s screen of loans: the register, and the figures of a year compared with the terms. */
export default function LoanAdministration() {
  const [canEnter, canUpload] = [useMay(loans.create), useMay(uploadLoans)]
  const [view, setView] = useAddressValue('view', REGISTER, [REGISTER, YEAR])
  const newest = Number(today().slice(0, 4)) - 1
  return (
    <Screen
      title="Loans"
      actions={
        <>
          {canEnter && <EnterLoan />}
          {canUpload && <UploadFigures year={newest} />}
        </>
      }
    >
      <AgencyOnly>
        <Tabs label="Loans" value={view} onChange={setView} tabs={[{ label: REGISTER }, { label: YEAR }]}>
          <Suspense fallback={<ScreenSkeleton />}>{view === REGISTER ? <Register /> : <YearView />}</Suspense>
        </Tabs>
      </AgencyOnly>
    </Screen>
  )
}

const shared = {
  columns: registerColumns,
  rowKey: (item: { loanId: number }) => item.loanId,
  to: getLoanPath,
}

const Register = () => (
  <DataTable
    {...shared}
    caption="Loans"
    rows={useCall(getLoans, {})}
    tabs={registerTabs}
    alphabet={(item) => item.propertyName}
    csvName="loans"
    empty="No loan is entered yet. Enter one, or upload the figures of a year."
  />
)

/** The loans that were running in a selected year, with their totals. */
function YearView() {
  const years = useCall(getYears, { params: {} })
  const [selected, setSelected] = useAddressValue('year', String(years[0]?.year ?? ''))
  const selectedYear = years.find((year) => String(year.year) === selected)
  if (!selectedYear) return <p>No figures of any year are stored yet.</p>
  const { year, missing, principalPaid, interestPaid, endingBalance } = selectedYear
  return (
    <>
      <NativeSelect
        label="Fiscal year"
        value={selected}
        data={years.map((year) => String(year.year))}
        onChange={(event) => setSelected(event.currentTarget.value)}
        w={120}
      />
      <p>
        {formatNumber(selectedYear.loans)} loans of {formatNumber(selectedYear.properties)} properties:{' '}
        {formatMoney(principalPaid)} principal and {formatMoney(interestPaid)} interest paid,{' '}
        {formatMoney(endingBalance)} left
        {missing > 0 ? `; ${formatNumber(missing)} that ran have no figures` : ''}.
      </p>
      <YearTable year={year} />
    </>
  )
}

const yearTabs = [
  { label: 'All', match: () => true },
  ...registerTabs.slice(1, 2),
  { label: 'Without figures', match: (item: { balance: number | null }) => item.balance === null },
]
const YearTable = ({ year }: { year: number }) => (
  <DataTable
    {...shared}
    caption={`Loans of ${year}`}
    stateKey="Loans of a year"
    rows={useCall(getByYear, { params: { year } })}
    tabs={yearTabs}
    csvName={`loans-${year}`}
    empty="No loan ran in this year."
  />
)
