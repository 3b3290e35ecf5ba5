import { addDays } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** What an extension is asked of, and by whom. */
export type ExtensionAsked = {
  requestedDueDate: string | null
  reason: string | null
  dueDate: string
  originalDueDate: string
  mostDays: number
  today: string
  forCompany: boolean
}

/** The last day to which a due date can be moved. */
export const latestExtension = (originalDueDate: string, mostDays: number): string => addDays(originalDueDate, mostDays)

/** Every fault that keeps an extension request from being submitted. Domain 39, "AFS extension". */
export function extensionFaults(asked: ExtensionAsked): Fault[] {
  const { requestedDueDate, dueDate, originalDueDate, mostDays } = asked
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  if (!requestedDueDate) say('requestedDueDate', 'New due date: *Field is required')
  else if (requestedDueDate <= dueDate) say('requestedDueDate', 'New due date: It must lie after the present due date.')
  else if (requestedDueDate > latestExtension(originalDueDate, mostDays))
    say('requestedDueDate', `New due date: It can lie at most ${mostDays} days after the original due date.`)
  if (!asked.reason?.trim()) say('reason', 'Reason: *Field is required')
  if (asked.forCompany && asked.today > dueDate)
    say('', 'The due date has passed. Ask the agency to file the extension for you.')
  return faults
}
