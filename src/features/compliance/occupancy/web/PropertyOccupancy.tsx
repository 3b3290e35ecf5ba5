import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { monthName } from '#kernel/model/dates.ts'
import { isFiled } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Trend } from '#ui/chart/Trend.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useHolds } from '#ui/frame/hooks.ts'
import { getWorksheet } from '../model/calls.ts'
import { getMonthListPath } from '../model/facts.ts'
import { occupancies } from '../model/occupancies.ts'

/**
 * The card on a property's overview with the occupancy of the newest filed month and its trend over 12
 * months.
 */
export default function PropertyOccupancy({ propertyId }: { propertyId: number }) {
  return useHolds('Occupancy', 'read', propertyId) ? <OccupancyCard propertyId={propertyId} /> : null
}

const MONTHS = 12

function OccupancyCard({ propertyId }: { propertyId: number }) {
  const months = useCall(occupancies.calls.ofProperty, { params: { propertyId } })
  const { explainBelow } = useCall(getWorksheet, { params: { userId: 0 }, query: { propertyId } })
  const points = months
    .filter((month) => isFiled(month.statusId))
    .toSorted((a, b) => a.periodDate.localeCompare(b.periodDate))
    .slice(-MONTHS)
    .flatMap(({ periodDate, occupancy }) =>
      occupancy === null
        ? []
        : [{ label: monthName(periodDate), value: occupancy, text: formatOccupancy(occupancy) }],
    )
  const last = points.at(-1)
  if (!last) return null
  return (
    <Card title="Occupancy" all={{ label: 'All months', to: getMonthListPath({ propertyId }) }}>
      <Trend
        caption="Physical occupancy by month"
        points={points}
        limit={{ value: explainBelow, text: `explained below ${explainBelow}%` }}
      >
        <strong>{last.text}</strong>, {last.label}
      </Trend>
    </Card>
  )
}
