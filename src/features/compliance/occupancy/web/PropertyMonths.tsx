import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { PropertyScreen } from '#engines/review/web/index.ts'
import { SpecialNeedsSection } from '#features/compliance/specialNeeds/web/index.ts'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { getWorksheet } from '../model/calls.ts'
import { occupancyFacts } from '../model/facts.ts'
import { occupancies } from '../model/occupancies.ts'
import { Chart } from './Chart.tsx'
import { pages } from './pages.tsx'

/** The screen of one property's occupancy: missing months, a chart over time, and the list of months. */
export default function PropertyMonths() {
  const { id } = useNumericParams('id')
  return (
    <PropertyScreen
      review={occupancies}
      propertyId={id}
      moduleId={TaskType.Occupancy}
      title="Occupancy"
      noun="month"
      sortBy="Month"
      columns={pages.columns}
      begins="New month"
      below={<SpecialNeedsSection propertyId={id} />}
    >
      <MissingMonths propertyId={id} />
      <OccupancyChart propertyId={id} />
    </PropertyScreen>
  )
}

/** Buttons for the months that are due and missing; they can be entered in any order. */
function MissingMonths({ propertyId }: { propertyId: number }) {
  const mayWrite = useMay(occupancies.calls.save, propertyId)
  const { rows } = useCall(getWorksheet, { params: { userId: 0 }, query: { propertyId } })
  const row = rows.find((row) => row.propertyId === propertyId)
  const months = row ? [...row.missing, ...(row.projectOccupancyId === 0 ? [row.periodDate] : [])] : []
  if (!mayWrite || months.length === 0) return null
  return (
    <p>
      {'Missing: '}
      {months.map((month) => (
        <Button
          key={month}
          component={Link}
          variant="default"
          mr="xs"
          to={`${occupancyFacts.open.replace(':projectId', String(propertyId)).replace(':projectOccupancyId', '0')}?month=${month}`}
        >
          {monthName(month)}
        </Button>
      ))}
    </p>
  )
}

function OccupancyChart({ propertyId }: { propertyId: number }) {
  const { explainBelow } = useCall(getWorksheet, { params: { userId: 0 }, query: { propertyId } })
  const months = useCall(occupancies.calls.ofProperty, { params: { propertyId } })
  const lastMonths = months
    .filter((month) => month.occupancy !== null)
    .toSorted((a, b) => a.periodDate.localeCompare(b.periodDate))
    .slice(-36)
  const [first, last] = [lastMonths[0], lastMonths.at(-1)]
  if (!first || !last || first === last) return null
  return (
    <Chart
      label={`Occupancy from ${monthName(first.periodDate)} to ${monthName(last.periodDate)}: now ${formatOccupancy(last.occupancy)}; every month stands in the list below`}
      points={lastMonths.map((item) => ({
        label: formatDate(item.periodDate, 'MM/DD/YYYY'),
        value: item.occupancy ?? 0,
      }))}
      threshold={explainBelow}
    />
  )
}
