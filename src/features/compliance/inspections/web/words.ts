import type { HistoryLine } from '#kernel/model/history.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { categories8823 } from '../model/form8823.ts'
import { InspectionStatus, Severity, severityLabels } from '../model/rules.ts'

const stepLabels: Readonly<Record<string, string>> = {
  plan: 'Planned',
  notice: 'Notice sent',
  visit: 'Visited',
  report: 'Report issued',
  respond: 'Owner responded',
  clear: 'Cleared',
  file: 'Form 8823 filed',
  extend: 'Time to cure extended',
  close: 'Closed',
  withdrawForm: 'Form 8823 withdrawn',
  reopen: 'Reopened',
}
/** Replaces the names of steps in the history by labels. */
export const labelHistorySteps = (history: readonly HistoryLine[]): HistoryLine[] =>
  history.map((line) => ({ ...line, action: stepLabels[line.action] ?? line.action }))

/** The colors of the chips for statuses, severities, who a finding waits for, and reasons of a visit. */
export const getStatusTone = (statusId: number | null): ToneName => {
  if (statusId === null || statusId === InspectionStatus.PLANNED || statusId === InspectionStatus.CLOSED)
    return 'gray'
  if (statusId === InspectionStatus.CLEARED) return 'green'
  if (statusId === InspectionStatus.RESPONDED) return 'violet'
  return statusId === InspectionStatus.FILED ? 'red' : 'blue'
}
export const getSeverityTone = (severity: number): ToneName => {
  if (severity <= Severity.SEVERE) return 'red'
  if (severity === Severity.MODERATE) return 'yellow'
  return severity === Severity.FILE ? 'violet' : 'gray'
}
export const getWaitsForTone = (waits: string): ToneName =>
  waits === 'Agency' ? 'blue' : waits === 'Closed' ? 'green' : waits === 'Owner' ? 'gray' : 'red'
export const getDueTone = (kind: string | null): ToneName =>
  kind === 'Again' ? 'red' : kind === 'First' ? 'violet' : kind === 'Yearly' ? 'blue' : 'gray'

/** Turns texts into the options of a choice field. */
export const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
/** The options of the choice fields for severities and for lines of Form 8823. */
export const severityOptions = Object.entries(severityLabels).map(([value, label]) => ({
  value: Number(value),
  label,
}))
export const categoryOptions = Object.entries(categories8823).map(([value, label]) => ({
  value,
  label: `11${value} ${label}`,
}))
