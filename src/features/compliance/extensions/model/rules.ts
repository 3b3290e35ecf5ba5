import { addDays } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** The entered fields of an extension request. */
export type ExtensionInput = { requestedDueDate: string | null; reason: string | null }

/** The facts about the task of an extension request. */
export type ExtensionTask = {
  task: string
  /** Whether nothing is filed for the task yet. */
  open: boolean
  dueDate: string
  originalDueDate: string
  mostDays: number
}

/** Returns the last day to which a due date can be moved. */
export const getLatestExtension = ({
  originalDueDate,
  mostDays,
}: Pick<ExtensionTask, 'originalDueDate' | 'mostDays'>): string => addDays(originalDueDate, mostDays)

/**
 * Returns all faults that prevent an extension request from being submitted or approved (domain 39, "AFS
 * extension").
 */
export function getExtensionFaults(
  { requestedDueDate, reason }: ExtensionInput,
  detail: ExtensionTask,
): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  if (!detail.open) say('', `${detail.task} is submitted already.`)
  if (!requestedDueDate) say('requestedDueDate', REQUIRED)
  else if (requestedDueDate <= detail.dueDate)
    say('requestedDueDate', 'It must lie after the present due date.')
  else if (requestedDueDate > getLatestExtension(detail))
    say('requestedDueDate', `It can lie at most ${detail.mostDays} days after the original due date.`)
  if (!reason?.trim()) say('reason', REQUIRED)
  return faults
}
