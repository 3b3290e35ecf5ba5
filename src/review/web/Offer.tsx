import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Offer } from '#ground/portfolio/properties/model/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import type { AnyReview } from '../model/review.ts'
import { anyReview, type Values } from './pages.ts'

/** The server's answer to whether a record of an owner can be begun, with its initial values. */
export const useOffer = (review: AnyReview, values: Values): Offer =>
  useCall(review.calls.mayBegin as Call, { body: values }) as Offer

/** Why a record cannot be begun, and what can be done instead. */
export function Refused({
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

type Shown<R> = {
  review: R
  /** The property or company, and the initial values of the record. */
  begun: Values
  /** The heading of the refusal: `No completion can be filed now`. */
  refusedTitle: string
  /** The button that begins it. */
  children: ReactNode
}

/**
 * The button that begins a record, if the server would allow it by the same rule that would refuse it.
 * Otherwise shows the reason and the alternatives. Nothing for people who may begin none.
 */
export function Offered<R>({ review: declared, begun, ...shown }: Shown<R>) {
  const review = anyReview(declared)
  const may = useMay(review.calls.mayBegin, (begun.propertyId as number | undefined) ?? undefined)
  return may ? <Asked review={review} begun={begun} {...shown} /> : null
}

function Asked({ review, begun, refusedTitle, children }: Shown<AnyReview>) {
  const answer = useOffer(review, begun)
  return answer.allowed ? children : <Refused title={refusedTitle} offer={answer} />
}
