import { dueWords } from '#core/platform/lookups/model/index.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import type { FindingLine } from '../model/calls.ts'
import { FindingStatus, findingStatusLabels, isOpenFinding, severityLabels } from '../model/entities.ts'
import { describeCureDay } from '../model/rules.ts'

/** The actions on a finding, as its history names them. */
const stepWords: Readonly<Record<string, string>> = {
  open: 'Opened',
  respond: 'Answered',
  askAgain: 'Asked again',
  close: 'Closed',
  remove: 'Removed',
  reopen: 'Reopened',
  extend: 'Extended',
  waive: 'Waived',
  endWaiver: 'Waiver ended',
}
/** Replaces the names of actions in a history by their labels. */
export const labelActions = (history: readonly HistoryLine[]): HistoryLine[] =>
  history.map((line) => ({ ...line, action: stepWords[line.action] ?? line.action }))

/** The color of a finding's severity. */
export const getSeverityTone = ({ severity }: Pick<FindingLine, 'severity'>): ToneName =>
  severity === 1 ? 'red' : severity === 2 ? 'yellow' : 'gray'
/** The label of a finding's severity. */
export const getSeverity = ({ severity }: Pick<FindingLine, 'severity'>): string =>
  severityLabels[severity] ?? ''

/** The state of a finding in words, including an open one past its cure day. */
export const getFindingState = ({ statusId, daysLeft, waivedOn }: FindingLine): string => {
  if (waivedOn !== null && isOpenFinding({ statusId })) return 'Waived'
  if (statusId === FindingStatus.OPEN && daysLeft !== null && daysLeft < 0) return dueWords.overdue
  return findingStatusLabels[statusId] ?? ''
}
const tones: Readonly<Record<string, ToneName>> = {
  [dueWords.overdue]: 'red',
  Open: 'yellow',
  Answered: 'blue',
}
/** The color of a finding's state. */
export const getStateTone = (line: FindingLine): ToneName => tones[getFindingState(line)] ?? 'gray'

/** Describes how far the cure day is, such as `in 12 days`; '' if the finding has no days left to count. */
export const describeDaysLeft = (
  { cureBy, daysLeft }: Pick<FindingLine, 'cureBy' | 'daysLeft'>,
  today: string,
): string => (daysLeft === null ? '' : describeCureDay(cureBy, today))
