import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { Offer } from '#core/portfolio/properties/model/index.ts'
import { allowModuleRequest } from '#core/portfolio/tasks/model/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type AnyReview, freshPath, type LineOfReview } from '../model/review.ts'
import { OfferRefused, useOffer } from './Offer.tsx'
import { type AnyLine, anyReview } from './pages.ts'
import { getReviewTable } from './Queue.tsx'
import { capitalize } from './words.ts'

type PropertyScreenProps<R> = {
  review: R
  propertyId: number
  /** The number of the module, by which the agency sets where its records are filed in the portal. */
  moduleId: number
  title: string
  columns: readonly Column<LineOfReview<R>>[]
  sortBy?: string
  /** The name of a record on this screen. */
  noun?: string
  /** The label of the button that begins a record, if it is not `New …`. */
  begins?: string
  children?: ReactNode
  /** Content below the list. */
  below?: ReactNode
}

/**
 * The screen of one property's records: the button for a new record, or the reason why none can be begun,
 * then the content of the subject, and the list.
 */
export function PropertyScreen<R>({ review: declared, moduleId, ...screenProps }: PropertyScreenProps<R>) {
  const review = anyReview(declared)
  const { propertyId } = screenProps
  // Checks first whether the caller may see this property; if not, nothing else is requested.
  const { reasons } = useCall(allowModuleRequest, { params: { propertyId, moduleId } })
  const mayWrite = useMay(review.calls.mayBegin, propertyId)
  const listProps = { ...screenProps, review } as unknown as ListProps
  if (mayWrite) return <WithOffer {...listProps} />
  return (
    <RecordList {...listProps} offer={{ allowed: false, reason: reasons.join(' ') || null, way: null }} />
  )
}

type ListProps = Omit<PropertyScreenProps<AnyReview>, 'moduleId' | 'columns'> & {
  columns: readonly Column<AnyLine>[]
}

function WithOffer(listProps: ListProps) {
  return (
    <RecordList {...listProps} offer={useOffer(listProps.review, { propertyId: listProps.propertyId })} />
  )
}

function RecordList({ review, propertyId, title, columns, offer, ...more }: ListProps & { offer: Offer }) {
  const { sortBy = 'Submitted', noun = review.noun, begins = `New ${noun}`, children, below } = more
  const rows = useCall(review.calls.ofProperty as Call, { params: { propertyId } }) as AnyLine[]
  // The property is already shown in the header.
  const visibleColumns = useMemo(() => columns.filter(({ label }) => label !== 'Property'), [columns])
  const fresh = offer.allowed && (
    <Button component={Link} to={freshPath(review, propertyId)}>
      {begins}
    </Button>
  )
  return (
    <Screen title={title} breadcrumbs={[{ label: title, to: review.routes.queue }]} actions={fresh}>
      {offer.reason && <OfferRefused title={`No new ${noun} can be begun here now`} offer={offer} />}
      {children}
      <DataTable
        {...getReviewTable(review)}
        caption={`${capitalize(noun)}s`}
        rows={rows}
        columns={visibleColumns}
        height="none"
        initialSort={{ sortBy, descending: true }}
        empty={`No ${noun}s yet.`}
      />
      {below}
    </Screen>
  )
}
