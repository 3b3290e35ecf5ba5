import { type ComputationView, getAvailable } from '#features/statements/surplusCash/model/index.ts'
import { isFiled, isOpen } from '#kernel/model/status.ts'

type OfferFacts = {
  computation: Pick<ComputationView, 'required' | 'b4' | 'approved' | 'year'>
  /** Whether the property files distribution requests in the portal. */
  allowed: boolean
  /** The requests of the property. */
  requests: readonly { year: number; statusId: number }[]
}

/**
 * Returns the amount in dollars that is offered for distribution after a statement was submitted. 0 if a
 * request would be refused: the property has tax credits only, files no requests here, has nothing
 * available, or has a request on the statement that the agency has not decided (domain 4.13).
 */
export function computeOfferedAmount({ computation, allowed, requests }: OfferFacts): number {
  const { required, b4, approved, year } = computation
  const hasPendingRequest = requests.some(
    (request) => request.year === year && isFiled(request.statusId) && isOpen(request.statusId),
  )
  return required && allowed && !hasPendingRequest ? getAvailable(b4, approved) : 0
}
