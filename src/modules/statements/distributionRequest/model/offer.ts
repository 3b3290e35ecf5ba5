import { isFiled, isOpen } from '#kernel/model/status.ts'
import { type ComputationView, getAvailable } from '#modules/statements/surplusCash/model/index.ts'

type Known = {
  computation: Pick<ComputationView, 'required' | 'b4' | 'approved' | 'year'>
  /** Whether the property files such requests here. */
  allowed: boolean
  /** The requests of the property. */
  requests: readonly { year: number; statusId: number }[]
}

/**
 * What of a statement that was just submitted is offered to be asked for, in dollars; 0 where a request would
 * be refused: a property of tax credits alone, one that files none here, nothing available, or a request on
 * it that the agency has (domain 4.13).
 */
export function offeredOn({ computation, allowed, requests }: Known): number {
  const { required, b4, approved, year } = computation
  const waits = requests.some(
    (request) => request.year === year && isFiled(request.statusId) && isOpen(request.statusId),
  )
  return required && allowed && !waits ? getAvailable(b4, approved) : 0
}
