import { dueWords, TaskDueStatus, taskDueLabels } from '#core/platform/lookups/model/index.ts'
import { isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import type { TaskLine, ToDoLine } from '../model/shapes.ts'

const { NOT_DUE, PENDING, OVERDUE } = TaskDueStatus

const dueTones: Readonly<Record<number, ToneName>> = {
  [NOT_DUE]: 'gray',
  [PENDING]: 'yellow',
  [OVERDUE]: 'red',
}

/** Returns the color of a task: that of its due state until submission, then that of the record's status. */
export const getTaskTone = ({ dueStatus, statusId }: Pick<TaskLine, 'dueStatus' | 'statusId'>): ToneName =>
  statusId === RequestStatus.NOT_STARTED || statusId === RequestStatus.NOT_SUBMITTED
    ? (dueTones[dueStatus ?? NOT_DUE] ?? 'gray')
    : statusTone(statusId)

/** Returns the label of a to-do's due state; '' without a date. */
export const describeDueState = ({ dueStatus }: ToDoLine): string =>
  dueStatus === null || dueStatus === NOT_DUE ? '' : (taskDueLabels[dueStatus] ?? '')
/** Returns the color of a to-do's due state. */
export const getToDoTone = ({ dueStatus }: ToDoLine): ToneName => dueTones[dueStatus ?? NOT_DUE] ?? 'gray'

/** The labels of the sides for whom a to-do waits. */
export const deskLabels = {
  company: 'The company',
  agency: 'The agency',
  manager: 'An agency manager',
} as const

/** Returns a key of a to-do that is unique within a list. */
export const getToDoKey = (line: ToDoLine): string => `${line.kind} ${line.rowId}`

/** The tabs of a table of tasks, by state. */
export const taskTabs = [
  { label: 'All', match: () => true },
  { label: 'Open', match: (line: TaskLine) => line.dueStatus === PENDING || line.dueStatus === OVERDUE },
  { label: dueWords.overdue, match: (line: TaskLine) => line.dueStatus === OVERDUE },
  { label: dueWords.pending, match: (line: TaskLine) => line.dueStatus === PENDING },
  { label: dueWords.notDue, match: (line: TaskLine) => line.dueStatus === NOT_DUE },
  { label: 'Submitted', match: (line: TaskLine) => isWithAgency(line.statusId) },
  { label: 'Decided', match: (line: TaskLine) => line.statusId > RequestStatus.REVIEWED },
]
