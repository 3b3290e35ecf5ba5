import { NativeSelect } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { PropertyScreen } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { today } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getPercentageByYear, getRentsAndLimits } from '../model/calls.ts'
import { increases } from '../model/increases.ts'
import { propertyColumns } from './columns.tsx'
import { LimitBar } from './LimitBar.tsx'
import { RentsOverYears } from './RentsOverYears.tsx'

type Rent = Answer<typeof getRentsAndLimits>[number]
const col = columns<Rent>()
const rentColumns = [
  col.text('Unit and rent type', (rent) => rent.label, { width: 260 }),
  col.number('Units', (rent) => rent.units, { width: 70, total: true }),
  col.money('Rent', (rent) => rent.rent, { width: 110 }),
  col.money('Utilities', (rent) => rent.utilityAllowance, { width: 100 }),
  col.money('Gross', (rent) => rent.gross, { width: 110 }),
  col.node(
    'Gross rent as part of the limit',
    (rent) => <LimitBar now={rent.gross} next={rent.gross} limit={rent.limit ?? 'none'} />,
    {
      width: 280,
    },
  ),
]

type Cap = Answer<typeof getPercentageByYear>[number]
const cap = columns<Cap>()
const capColumns = [
  cap.text('Type', (item) => item.label, { width: 120 }),
  cap.text('Largest increase', (item) => `${item.percent}%`, { width: 160 }),
  cap.date('From', (item) => item.from, { width: 120 }),
]

/**
 * The screen with a property's rent increases, its rents with their limits today and over the years, and
 * the caps of a year.
 */
export default function PropertyIncreases() {
  const { propertyId } = useNumericParams('propertyId')
  return (
    <PropertyScreen
      review={increases}
      propertyId={propertyId}
      moduleId={TaskType.RentIncrease}
      title="Rent increases"
      columns={propertyColumns}
      noun="rent increase"
      below={
        <>
          <RentsAndLimits propertyId={propertyId} />
          <RentsOverYears propertyId={propertyId} />
          <Caps />
        </>
      }
    />
  )
}

function RentsAndLimits({ propertyId }: { propertyId: number }) {
  const rents = useCall(getRentsAndLimits, { params: { propertyId } })
  return (
    <>
      <h2>Rents and limits</h2>
      <DataTable
        caption="Rents and limits"
        rows={rents}
        columns={rentColumns}
        rowKey={(rent) => rent.label}
        plain
        empty={
          <EmptyState
            title="No rents that are raised here."
            action={
              <Link to={`/EditProject/${propertyId}?tab=Units+and+rents`}>
                Units and rents of the property
              </Link>
            }
          />
        }
      />
    </>
  )
}

/** How many years back the caps can be looked up. */
const YEARS_BACK = 6

/** The caps of a year, which the reader chooses: next year, this year or one of the years before. */
function Caps() {
  const next = Number(today().slice(0, 4)) + 1
  const [year, setYear] = useState(next)
  const caps = useCall(getPercentageByYear, { params: { year: useDeferredValue(year) } })
  return (
    <>
      <h2>Largest increases allowed</h2>
      <NativeSelect
        label="Of the year"
        w={140}
        value={year}
        data={Array.from({ length: YEARS_BACK + 2 }, (_, back) => String(next - back))}
        onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
      />
      <DataTable
        caption="Largest increases allowed"
        rows={caps}
        columns={capColumns}
        rowKey={(item) => `${item.rentIncreaseTypeId} ${item.from}`}
        plain
        empty="None."
      />
    </>
  )
}
