import { useMemo } from 'react'
import { useParams } from 'react-router'
import { getOffersOfKind, type Offer } from '#ground/portfolio/properties/model/index.ts'
import {
  getNewRecordLabel,
  getRecordKinds,
  getStartableKinds,
  PropertyTable,
  propertyColumns,
} from '#ground/portfolio/properties/web/index.ts'
import { whereFiled } from '#ground/portfolio/tasks/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { EmptyState, NotFound, Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'

/** The screen that begins a new record of a kind: it lists the properties where one may be filed. */
export default function New() {
  const { kind } = useParams()
  const newKind = getRecordKinds().find((begunKind) => begunKind.kind.toLowerCase() === kind?.toLowerCase())
  const may = getStartableKinds(useSession()).some((begunKind) => begunKind === newKind)
  if (!newKind) return <NotFound />
  if (may) return <PropertyChoice {...newKind} />
  return (
    <Screen title={getNewRecordLabel(newKind)}>
      <EmptyState title="You hold no permission to file it at any property." />
    </Screen>
  )
}

type NewRecordKind = ReturnType<typeof getStartableKinds>[number]

type Line = Answer<typeof whereFiled>[number]
type Refusals = ReadonlyMap<number, Pick<Offer, 'reason' | 'way'>>

function PropertyChoice({ moduleId, kind, ...recordKind }: NewRecordKind) {
  const title = getNewRecordLabel(recordKind)
  const filed = useCall(whereFiled, { params: { subject: moduleId } })
  const offers = useCall(getOffersOfKind, { params: { kind } })
  const refused = new Map(offers.filter((offer) => !offer.allowed).map((offer) => [offer.propertyId, offer]))
  const rows = filed.filter(({ propertyId }) => !refused.has(propertyId))
  const otherRows = filed.filter(({ propertyId }) => refused.has(propertyId))
  const columns = useMemo(() => propertyColumns(recordKind.to, []), [recordKind.to])
  return (
    <Screen title={title}>
      {rows.length > 0 && <p>Choose the property.</p>}
      <PropertyTable
        caption="Properties where it may be filed"
        rows={rows}
        columns={columns}
        to={recordKind.to}
        csvName="properties"
        empty="There is no property at which you may file it now."
      />
      {otherRows.length > 0 && <NotNow rows={otherRows} refused={refused} />}
    </Screen>
  )
}

const col = columns<Line & Pick<Offer, 'reason' | 'way'>>()
const reasonColumns = [
  col.text('Property', (line) => line.name, { width: 240 }),
  col.text('Why not now', (line) => line.reason, { width: 480 }),
  col.link(
    'Instead',
    (line) => line.way?.label,
    (line) => line.way?.to ?? null,
    { width: 190 },
  ),
]

/**
 * Lists the properties where no record can be begun now, each with the reason and a link to the alternative.
 */
function NotNow({ rows, refused }: { rows: readonly Line[]; refused: Refusals }) {
  const lines = rows.map((row) => ({ ...row, reason: null, way: null, ...refused.get(row.propertyId) }))
  return (
    <>
      <h2>Where it cannot be begun now</h2>
      <DataTable
        caption="Properties where it cannot be begun now"
        rows={lines}
        columns={reasonColumns}
        rowKey={(line) => line.propertyId}
        height="none"
      />
    </>
  )
}
