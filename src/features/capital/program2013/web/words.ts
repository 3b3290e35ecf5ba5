import { formatDate } from '#kernel/model/dates.ts'
import type { LinkTab } from '#ui/frame/LinkTabs.tsx'
import { facts, getPropertyRecordsPath } from '../model/facts.ts'
import type { RecordDetail } from '../model/records.ts'

/** Describes the origin of a record: an imported file, or typed. */
export const describeOrigin = ({
  importFile,
  importedAt,
}: Pick<RecordDetail, 'importFile' | 'importedAt'>): string =>
  importedAt ? `Imported from ${importFile ?? 'a file'} on ${formatDate(importedAt, 'MM/DD/YYYY')}` : 'Typed'

/** Returns the path of a record’s screen. */
export const getRecordPath = (id: number): string => facts.open.replace(':id', String(id))
/** Returns the path of a record’s comparison with the books of its property. */
const getComparisonPath = (propertyId: number, id: number): string =>
  `${getPropertyRecordsPath(propertyId)}?record=${id}`

/** Returns the tabs that lead to the two screens of a record. */
export const getRecordTabs = ({ program2013Id: id, propertyId }: RecordDetail): LinkTab[] => [
  { label: 'Record', to: getRecordPath(id) },
  { label: 'Compared with the books', to: getComparisonPath(propertyId, id) },
]
