import { formatFileSize, formatNumber, plural } from '#kernel/model/formats.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import type { ExportLine, ExportState } from '../model/calls.ts'

/** The color of a state; its name is always shown, too. */
export const stateTones: Readonly<Record<ExportState, ToneName>> = {
  Waiting: 'gray',
  Running: 'blue',
  Ready: 'green',
  Failed: 'red',
  Canceled: 'gray',
  Deleted: 'gray',
}

/** Whether the export is still in progress. */
export const isInProgress = ({ state }: Pick<ExportLine, 'state'>): boolean =>
  state === 'Waiting' || state === 'Running'

/** The progress of an export, in words. */
export function describeProgress({ state, rowsDone, rowsExpected, sizeBytes, reason }: ExportLine): string {
  if (state === 'Waiting') return 'Its turn comes next'
  if (state === 'Running')
    return rowsExpected === null
      ? `${plural(rowsDone, 'row', 'rows')} so far`
      : `${formatNumber(rowsDone)} of ${plural(rowsExpected, 'row', 'rows')}`
  if (state === 'Ready') return `${plural(rowsDone, 'row', 'rows')}, ${formatFileSize(sizeBytes ?? 0)}`
  return reason ?? ''
}
