import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { Offer } from '#ground/portfolio/properties/model/index.ts'
import { allowModuleRequest } from '#ground/portfolio/tasks/model/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type AnyReview, freshPath, type LineOfReview } from '../model/review.ts'
import { Refused, useOffer } from './Offer.tsx'
import { type AnyLine, anyReview } from './pages.ts'
import { getReviewTable } from './Queue.tsx'
import { capital } from './words.ts'

type Shown<R> = {
  review: R
  propertyId: number
  /** Its number in the list of modules, by which the agency says where records are filed in the portal. */
  moduleId: number
  title: string
  columns: readonly Column<LineOfReview<R>>[]
  sortBy?: string
  /** The name of a record on this screen. */
  noun?: string
  /** The words of the button that begins one, where they differ. */
  begins?: string
  children?: ReactNode
  /** Content below the list. */
  below?: ReactNode
}

/**
 * The screen of one property's records: the way to a new one, or why there is none and what can be done
 * instead, what its subject shows, and the list.
 */
export function PropertyScreen<R>({ review: declared, moduleId, ...shown }: Shown<R>) {
  const review = anyReview(declared)
  const { propertyId } = shown
  // Checks first whether the caller may see this property; if not, nothing else is requested.
  const { reasons } = useCall(allowModuleRequest, { params: { propertyId, moduleId } })
  const mayWrite = useMay(review.calls.mayBegin, propertyId)
  const listing = { ...shown, review } as unknown as Listing
  if (mayWrite) return <WithOffer {...listing} />
  return <Listed {...listing} offer={{ allowed: false, reason: reasons.join(' ') || null, way: null }} />
}

type Listing = Omit<Shown<AnyReview>, 'moduleId' | 'columns'> & { columns: readonly Column<AnyLine>[] }

function WithOffer(listing: Listing) {
  return <Listed {...listing} offer={useOffer(listing.review, { propertyId: listing.propertyId })} />
}

function Listed({ review, propertyId, title, columns, offer, ...more }: Listing & { offer: Offer }) {
  const { sortBy = 'Submitted', noun = review.noun, begins = `New ${noun}`, children, below } = more
  const rows = useCall(review.calls.ofProperty as Call, { params: { propertyId } }) as AnyLine[]
  // The property is shown above.
  const visibleColumns = useMemo(() => columns.filter(({ label }) => label !== 'Property'), [columns])
  const fresh = offer.allowed && (
    <Button component={Link} to={freshPath(review, propertyId)}>
      {begins}
    </Button>
  )
  return (
    <Screen title={title} breadcrumbs={[{ label: title, to: review.routes.queue }]} actions={fresh}>
      {offer.reason && <Refused title={`No ${noun} can be filed here now`} offer={offer} />}
      {children}
      <DataTable
        {...getReviewTable(review)}
        caption={`${capital(noun)}s`}
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
