import { RequestStatus } from '#kernel/model/status.ts'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { PropertyForm } from '../model/calls.ts'

const col = columns<PropertyForm>()

/** Returns the path to a form of a property: where it is entered, or where its filed record is shown. */
export const getFormPath = ({ propertyId, exhibitId, projectExhibitId, statusId }: PropertyForm): string =>
  projectExhibitId !== null && statusId !== RequestStatus.NOT_SUBMITTED
    ? `/complianceForms/review/${projectExhibitId}`
    : `/complianceForms/${propertyId}/${exhibitId}`

/** The columns of a property's forms with the status of their last period. */
export const propertyFormColumns = [
  col.link('Exhibit', (line) => line.code, getFormPath, { width: 95 }),
  col.text('Form', (line) => line.name, { width: 320 }),
  col.text('Period', (line) => line.period, { width: 150 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.chip(
    'Status',
    (line) => (line.required || line.statusId !== null ? line.statusLabel : 'Not required'),
    (line) => (line.required || line.statusId !== null ? statusTone(line.statusId ?? 0) : 'gray'),
    { width: 150 },
  ),
  col.text('Original', (line) => (line.originalMissing ? 'Not received' : ''), { width: 120 }),
  col.text('Entry', (line) => (line.alwaysAllowEntry ? 'Always allowed' : ''), { width: 130, lesser: true }),
  col.text('Exception', (line) => line.exception, { width: 240, lesser: true }),
]
