import type { Row } from '#kernel/model/entity.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { VAWARequest } from './entities.ts'

type Request = Row<typeof VAWARequest>

/** Returns why a request cannot be stored: it names its day and its kind, and its days follow each other. */
export function findRequestFaults(
  { requestDate, requestType, resolvedOn }: Pick<Request, 'requestDate' | 'requestType' | 'resolvedOn'>,
  today: string,
): Fault[] {
  const faults: Fault[] = []
  if (!requestDate) faults.push({ field: 'requestDate', message: 'Enter the day of the request.' })
  else if (requestDate > today)
    faults.push({ field: 'requestDate', message: 'The day of the request lies ahead.' })
  if (!requestType) faults.push({ field: 'requestType', message: 'Choose the kind of request.' })
  if (resolvedOn && resolvedOn > today)
    faults.push({ field: 'resolvedOn', message: 'The day of the resolution lies ahead.' })
  else if (resolvedOn && requestDate && resolvedOn < requestDate)
    faults.push({ field: 'resolvedOn', message: 'It was resolved before it was requested: correct a day.' })
  return faults
}

/**
 * Returns why a request cannot be closed: its outcome is open, or the federal data form would lack a value.
 */
export function findClosingFaults({
  outcome,
  resolvedOn,
  reason,
}: Pick<Request, 'outcome' | 'resolvedOn' | 'reason'>): Fault[] {
  const faults: Fault[] = []
  if (!outcome || outcome === 'Pending')
    faults.push({ field: 'outcome', message: 'The outcome is open: enter it before the request is closed.' })
  else if (!resolvedOn)
    faults.push({ field: 'resolvedOn', message: 'Enter the day on which it was resolved.' })
  if (outcome === 'Denied' && !reason)
    faults.push({ field: 'reason', message: 'Enter the reason of the denial.' })
  return faults
}
