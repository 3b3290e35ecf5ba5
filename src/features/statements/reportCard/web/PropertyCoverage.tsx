import { useCall } from '#kernel/web/queries.ts'
import { Trend } from '#ui/chart/Trend.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useHolds } from '#ui/frame/hooks.ts'
import { getDcrHistory } from '../model/calls.ts'

/** The card on a property's overview with debt coverage of the years with statements. */
export default function PropertyCoverage({ propertyId }: { propertyId: number }) {
  return useHolds('AFS', 'read', propertyId) ? <Coverage propertyId={propertyId} /> : null
}

function Coverage({ propertyId }: { propertyId: number }) {
  const lines = useCall(getDcrHistory, { params: { propertyId } })
  const points = lines.flatMap(({ year, coverage, text, statusLabel }) =>
    coverage === null ? [] : [{ label: String(year), value: coverage, text: `${text} (${statusLabel})` }],
  )
  const [last, watch] = [points.at(-1), lines.at(-1)?.watch]
  if (!last || watch === undefined) return null
  return (
    <Card title="Debt coverage" all={{ label: 'Annual statements', to: `/afs/list/single/${propertyId}` }}>
      <Trend
        caption="Debt coverage by year"
        points={points}
        limit={{ value: watch, text: `watched below ${watch.toFixed(2)}` }}
      >
        <strong>{last.text}</strong>, statement of {last.label}
      </Trend>
    </Card>
  )
}
