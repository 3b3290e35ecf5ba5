import { formatDate } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { TaskLine } from './shapes.ts'

type FilingTask = Pick<TaskLine, 'taskName' | 'windowOpen' | 'dueDate' | 'statusId' | 'submitted'> & {
  filedHere: boolean
}

const day = (value: string): string => formatDate(value, 'MM/DD/YYYY')

/** Explains in sentences how a task is filed, since when, and when it is due, as of `today`. */
export function describeFiling(
  { taskName, windowOpen, dueDate, statusId, submitted, filedHere }: FilingTask,
  today: string,
): string[] {
  if (statusId > RequestStatus.NOT_SUBMITTED)
    return [submitted ? `It was filed on ${day(submitted)}.` : 'It was filed.']
  const since =
    windowOpen > today
      ? `It is not open yet: it can be filed from ${day(windowOpen)} and is due ${day(dueDate)}.`
      : `It has been open since ${day(windowOpen)} and is due ${day(dueDate)}.`
  if (filedHere) return [since]
  return [
    since,
    `The portal has no form for it so far: ${taskName} is filed outside the portal, as before.`,
    'When the agency has received it, the agency marks it here as filed, and it leaves your list.',
  ]
}
