import type { HistoryLine } from '#kernel/model/history.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { MatterStatus, matterStatusLabels } from '../model/entities.ts'

const stepLabels: Readonly<Record<string, string>> = {
  open: 'Logged',
  assign: 'Assigned',
  send: 'Sent to the company',
  close: 'Closed',
  link: 'Linked to a finding',
  unlink: 'Link to a finding taken away',
  reopen: 'Reopened',
}
/** Replaces the names of steps in the history by labels. */
export const labelHistorySteps = (history: readonly HistoryLine[]): HistoryLine[] =>
  history.map((line) => ({ ...line, action: stepLabels[line.action] ?? line.action }))

/** Returns the status of a matter in words, with "overdue" if it is late. */
export const describeMatterState = ({ statusId, late }: { statusId: number; late: boolean }): string =>
  late ? `${matterStatusLabels[statusId]}, overdue` : (matterStatusLabels[statusId] ?? '')
/** Returns the color of the chip for the state of a matter. */
export const getStateTone = ({ statusId, late }: { statusId: number; late: boolean }): ToneName => {
  if (late) return 'red'
  return statusId === MatterStatus.CLOSED ? 'gray' : statusId === MatterStatus.ANSWERED ? 'blue' : 'yellow'
}
