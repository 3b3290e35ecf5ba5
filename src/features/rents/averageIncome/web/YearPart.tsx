import { Button, Group, NativeSelect } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getYear } from '../model/calls.ts'
import { Changes } from './Changes.tsx'

type Year = Answer<typeof getYear>
const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(2)}%`)
const col = columns<Year['units'][number]>()
const unitColumns = [
  col.text('Unit', (item) => item.unit, { width: 90 }),
  col.text('Building', (item) => item.bin, { width: 150 }),
  col.text(
    'Designated',
    (item) => (item.designatedPercent === null ? 'Market' : `${item.designatedPercent}%`),
    {
      width: 110,
    },
  ),
  col.date('Effective', (item) => item.effectiveDate, { width: 120 }),
  col.text(
    'Household income',
    (item) => (item.tenantIncomePercent === null ? '' : `${item.tenantIncomePercent}%`),
    {
      width: 140,
    },
  ),
  col.text('Standing', describeStanding, { width: 260, wrap: true }),
]
const building = columns<Year['buildings'][number]>()
const buildingColumns = [
  building.text('Building', (item) => item.bin ?? 'Not given', { width: 200 }),
  building.number('Units', (item) => item.units, { width: 90, total: true }),
  building.number('In the group', (item) => item.designated, { width: 120, total: true }),
  building.text('Average', (item) => percent(item.average), { width: 110 }),
]

function describeStanding({ vacant, outsideGroup, overIncome, droppedOut }: Year['units'][number]): string {
  const labels = [
    vacant && 'vacant',
    outsideGroup && 'left out by the owner',
    overIncome && 'over income',
    droppedOut && 'falls out of the group',
  ]
  const text = labels.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The first year for which the test could be elected. `getYearsThrough` lists the years since, newest
 * first.
 */
const FIRST_YEAR = 2018
const getYearsThrough = (last: number) =>
  Array.from({ length: last - FIRST_YEAR + 1 }, (_, back) => String(last - back))

/** The yearly statement of the average income test, to view, print and export (domain 34). */
export function YearPart({ propertyId }: { propertyId: number }) {
  const now = Number(today().slice(0, 4))
  const [year, setYear] = useState(now)
  return (
    <section aria-labelledby="average-income-year">
      <h3 id="average-income-year">Statement of the year {year}</h3>
      <Group align="end">
        <NativeSelect
          label="Year of the statement"
          w={180}
          value={year}
          data={getYearsThrough(now)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
        />
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Statement propertyId={propertyId} year={useDeferredValue(year)} />
    </section>
  )
}

function Statement({ propertyId, year }: { propertyId: number; year: number }) {
  const call = useCall(getYear, { params: { projectId: propertyId, year } })
  const { day, units, designated, totalUnits, average, averageLeft, holds, groupHolds, share } = call
  const droppedUnits = units.filter((unit) => unit.droppedOut)
  const overIncomeUnits = units.filter((unit) => unit.overIncome)
  const joinUnitNames = (some: Year['units']) => some.map((item) => item.unit).join(', ') || 'None'
  return (
    <>
      <p>
        Designations as they stood at the end of {formatDate(day, 'MM/DD/YYYY')}, by the day they take effect;
        incomes and vacancies as they were known then.
      </p>
      <Facts
        facts={[
          { label: 'Test', value: holds ? 'Met' : 'Not met' },
          { label: 'Average of the designations', value: percent(average) },
          {
            label: 'Units in the group',
            value: `${designated} of ${Math.max(totalUnits ?? 0, units.length)}`,
          },
          { label: 'Units that fall out', value: joinUnitNames(droppedUnits) },
          ...(droppedUnits.length > 0
            ? [{ label: 'Without them', value: `${percent(averageLeft)}, ${groupHolds ? 'met' : 'not met'}` }]
            : []),
          { label: 'Part of all units', value: percent(share) },
          { label: 'Over income', value: joinUnitNames(overIncomeUnits) },
        ]}
      />
      <Tables {...call} />
    </>
  )
}

function Tables({ year, buildings, units, changes }: Year) {
  return (
    <>
      <h4>Buildings</h4>
      <DataTable
        caption="Buildings"
        rows={buildings}
        columns={buildingColumns}
        rowKey={(item) => item.bin ?? ''}
        plain
      />
      <h4>Designations on the last day</h4>
      <DataTable
        caption={`Designations of ${year}`}
        rows={units}
        columns={unitColumns}
        rowKey={(item) => item.unit}
        height="none"
        csvName={`average-income-${year}`}
        empty="No unit was designated by then."
      />
      <h4>Changes of the year</h4>
      <Changes
        of={changes}
        caption={`Changes of ${year}`}
        csvName={`average-income-changes-${year}`}
        empty="No designation took effect or was changed in this year."
      />
    </>
  )
}
