import { addDays } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** The fields of a request for more time. */
export type Asked = { requestedDueDate: string | null; reason: string | null }

/** The known facts of the request's task. */
export type AskedOf = {
  task: string
  /** Nothing is filed yet. */
  open: boolean
  dueDate: string
  originalDueDate: string
  mostDays: number
}

/** The last day to which a due date can be moved. */
export const latestExtension = ({
  originalDueDate,
  mostDays,
}: Pick<AskedOf, 'originalDueDate' | 'mostDays'>): string => addDays(originalDueDate, mostDays)

/**
 * Every fault that keeps an extension request from being submitted or approved. Domain 39, "AFS extension".
 */
export function extensionFaults({ requestedDueDate, reason }: Asked, detail: AskedOf): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  if (!detail.open) say('', `${detail.task} is submitted already.`)
  if (!requestedDueDate) say('requestedDueDate', REQUIRED)
  else if (requestedDueDate <= detail.dueDate)
    say('requestedDueDate', 'It must lie after the present due date.')
  else if (requestedDueDate > latestExtension(detail))
    say('requestedDueDate', `It can lie at most ${detail.mostDays} days after the original due date.`)
  if (!reason?.trim()) say('reason', REQUIRED)
  return faults
}
