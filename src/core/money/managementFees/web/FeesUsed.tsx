import { Alert, NativeSelect } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { type Column, columns, DataTable } from '#ui/table/DataTable.tsx'
import { type FeeUseLine, feeMaxima, getFeeUse, propertyFees } from '../model/calls.ts'
import { PropertyFeeTypeDialog } from './KindDialog.tsx'

const isComputed = (line: FeeUseLine): boolean => line.excess !== null
const isOver = (line: FeeUseLine): boolean => (line.excess ?? 0) > 0

const col = columns<FeeUseLine>()
const getPath = (line: FeeUseLine): string => `/EditProject/${line.propertyId}`
const getFeeTypes = (line: FeeUseLine): string => line.judgedBy.join(', then ')
// Without any computed fee there are no totals: a total of $0.00 would be made up.
const getColumns = (total: boolean, feeTypeColumn: Column<FeeUseLine>) => [
  col.link('Property', (line) => line.propertyName, getPath, { width: 230 }),
  feeTypeColumn,
  col.text('Number', (line) => line.agencyNumber, { lesser: true }),
  col.text('Management company', (line) => line.managementCompanyName, { width: 220, lesser: true }),
  col.bool('Owner managed', (line) => line.ownerManaged, { lesser: true }),
  col.text('Waits for', (line) => line.missing.join(', '), { wrap: true, width: 200 }),
  col.number('Units', (line) => line.totalUnits, { total: true, width: 80 }),
  col.number('Occupied unit-months', (line) => line.occupiedUnitMonths, { width: 120, lesser: true }),
  col.money('Maximum', (line) => line.allowed, { total, width: 110 }),
  col.money('Charged', (line) => line.charged, { total, width: 110 }),
  col.money('A unit and month', (line) => line.perUnitMonth, { width: 110 }),
  col.money('To pay back', (line) => line.excess, { total, width: 110 }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Over the maximum', match: isOver },
  { label: 'Within', match: (line: FeeUseLine) => isComputed(line) && !isOver(line) },
  { label: 'Not known yet', match: (line: FeeUseLine) => !isComputed(line) },
]

/**
 * Compares the fee of every property with the maximum of a year. Missing figures are listed, never
 * estimated.
 */
export function FeesUsed() {
  const maxima = useCall(feeMaxima.getAll, {})
  const lastYear = Number(today().slice(0, 4)) - 1
  const [year, setYear] = useState(lastYear)
  const { rows, refundDays } = useCall(getFeeUse, { params: { year: useDeferredValue(year) } })
  const years = [...new Set([...maxima.map((item) => item.year), lastYear])].sort((a, b) => b - a)
  const count = rows.filter(isComputed).length
  const _agency = useIsAgency()
  const mayWrite = useMay(propertyFees.create)
  const [openLine, setOpenLine] = useState<FeeUseLine | null>(null)
  const columns = useMemo(() => {
    const wide = { width: 160 }
    const column = mayWrite
      ? col.button('Judged by', getFeeTypes, setOpenLine, wide)
      : col.text('Judged by', getFeeTypes, wide)
    return getColumns(count > 0, column)
  }, [count, mayWrite])
  return (
    <>
      <NativeSelect
        size="xs"
        w={140}
        label="Year"
        value={String(year)}
        onChange={(event) => setYear(Number(event.currentTarget.value))}
        data={years.map(String)}
        mb="md"
      />
      <Notes rows={rows} year={year} refundDays={refundDays} />
      <DataTable
        caption={`Management fees used in ${year}`}
        stateKey="fees used"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.propertyId}
        to={getPath}
        tabs={tabs}
        csvName={`management-fees-${year}`}
        initialSort={{ sortBy: 'To pay back', descending: true }}
        empty="No property is open to you."
      />
      {openLine && <PropertyFeeTypeDialog line={openLine} onClose={() => setOpenLine(null)} />}
    </>
  )
}

/** Notes above the table: no fee is known yet, or how many properties were charged too much. */
function Notes({
  rows,
  year,
  refundDays,
}: {
  rows: readonly FeeUseLine[]
  year: number
  refundDays: number
}) {
  const over = rows.filter(isOver).length
  return (
    <>
      {!rows.some(isComputed) && rows.length > 0 && (
        <Alert color="blue" mb="md">
          No fee of {year} is known yet: it takes the occupancy of all months and the annual financial
          statement of the property.
        </Alert>
      )}
      {over > 0 && (
        <Alert color="yellow" mb="md">
          {plural(over, 'property was', 'properties were')} charged more than the maximum. The excess is to be
          paid back within {refundDays} days.
        </Alert>
      )}
    </>
  )
}
