import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Offer } from '#core/portfolio/properties/model/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import type { AnyReview } from '../model/review.ts'
import { anyReview, type Values } from './pages.ts'

/** Asks the server whether a record with these initial values can be begun. */
export const useOffer = (review: AnyReview, values: Values): Offer =>
  useCall(review.calls.mayBegin as Call, { body: values }) as Offer

/** Shows why a record cannot be begun, with a link to the alternative. */
export function OfferRefused({
  title,
  offer: { reason, way: link },
}: {
  title: string
  offer: Pick<Offer, 'reason' | 'way'>
}) {
  return (
    <Alert color="blue" title={title}>
      <p>{reason}</p>
      {link && (
        <Button component={Link} to={link.to} variant="default" mt="xs">
          {link.label}
        </Button>
      )}
    </Alert>
  )
}

type OfferedProps<R> = {
  review: R
  /** The property or company, and the initial values of the record. */
  begun: Values
  /** The heading of the refusal: `No completion can be filed now`. */
  refusedTitle: string
  /** The button that begins it. */
  children: ReactNode
}

/**
 * Shows the button that begins a record if the server allows it, and otherwise the reason and the
 * alternative. People who may not begin such records see nothing.
 */
export function OfferButton<R>({ review: declared, begun, ...otherProps }: OfferedProps<R>) {
  const review = anyReview(declared)
  const may = useMay(review.calls.mayBegin, (begun.propertyId as number | undefined) ?? undefined)
  return may ? <OfferedIfAllowed review={review} begun={begun} {...otherProps} /> : null
}

function OfferedIfAllowed({ review, begun, refusedTitle, children }: OfferedProps<AnyReview>) {
  const answer = useOffer(review, begun)
  return answer.allowed ? children : <OfferRefused title={refusedTitle} offer={answer} />
}
