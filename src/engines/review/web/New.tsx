import { Skeleton } from '@mantine/core'
import { Suspense, useCallback, useMemo } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { getOffersOfKind, type Offer } from '#core/portfolio/properties/model/index.ts'
import {
  getNewRecordLabel,
  getNewRecordPath,
  getRecordKinds,
  getStartableKinds,
  PropertyTable,
  propertyColumns,
} from '#core/portfolio/properties/web/index.ts'
import { whereFiled } from '#core/portfolio/tasks/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { EmptyState, NotFound, Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { OfferRefused } from './Offer.tsx'

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
  const chosenId = Number(useSearchParams()[0].get('property'))
  const filed = useCall(whereFiled, { params: { subject: moduleId } })
  const offers = useCall(getOffersOfKind, { params: { kind }, query: {} })
  const refused = new Map(offers.filter((offer) => !offer.allowed).map((offer) => [offer.propertyId, offer]))
  const rows = filed.filter(({ propertyId }) => !refused.has(propertyId))
  const otherRows = filed.filter(({ propertyId }) => refused.has(propertyId))
  const checkedIds = useMemo(() => new Set(offers.map(({ propertyId }) => propertyId)), [offers])
  const isChecked = rows.every(({ propertyId }) => checkedIds.has(propertyId))
  // A property that was not checked beforehand is checked when it is chosen.
  const getPath = useCallback(
    (propertyId: number) =>
      checkedIds.has(propertyId)
        ? recordKind.to(propertyId)
        : `${getNewRecordPath(kind)}?property=${propertyId}`,
    [checkedIds, kind, recordKind.to],
  )
  const columns = useMemo(() => propertyColumns(getPath, []), [getPath])
  const chosen = filed.find(({ propertyId }) => propertyId === chosenId)
  return (
    <Screen title={title}>
      {chosen && (
        <Suspense key={chosen.propertyId} fallback={<Skeleton height={120} aria-busy="true" mb="md" />}>
          <ChosenProperty kind={kind} property={chosen} to={recordKind.to(chosen.propertyId)} />
        </Suspense>
      )}
      {rows.length > 0 && (
        <p>
          Choose the property.
          {!isChecked && ' Whether one can be begun there now is checked when you choose it.'}
        </p>
      )}
      <PropertyTable
        caption={isChecked ? 'Properties where it may be filed' : 'Properties that file it'}
        rows={rows}
        columns={columns}
        to={getPath}
        csvName="properties"
        empty="There is no property at which you may file it now."
      />
      {otherRows.length > 0 && <NotNow rows={otherRows} refused={refused} />}
    </Screen>
  )
}

type ChosenPropertyProps = { kind: string; property: Line; to: string }

/**
 * Opens the new record at the chosen property, or says why none can be begun there and what to do instead.
 */
function ChosenProperty({ kind, property, to }: ChosenPropertyProps) {
  const { propertyId, name } = property
  const [offer] = useCall(getOffersOfKind, { params: { kind }, query: { propertyId } })
  if (!offer || offer.allowed) return <Navigate to={to} replace />
  return <OfferRefused title={`None can be begun at ${name} now`} offer={offer} />
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
