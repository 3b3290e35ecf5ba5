import { formatDate } from '#kernel/model/dates.ts'
import type { LinkTab } from '#ui/frame/LinkTabs.tsx'
import { facts, ofProperty } from '../model/facts.ts'
import type { Detail } from '../model/records.ts'

/** Describes the origin of a record: an imported file, or typed. */
export const importWords = ({ importFile, importedAt }: Pick<Detail, 'importFile' | 'importedAt'>): string =>
  importedAt ? `Imported from ${importFile ?? 'a file'} on ${formatDate(importedAt, 'MM/DD/YYYY')}` : 'Typed'

/** Returns the path of a record’s screen. */
export const recordPath = (id: number): string => facts.open.replace(':id', String(id))
/** Returns the path of a record’s comparison with the books of its property. */
const getComparisonPath = (propertyId: number, id: number): string => `${ofProperty(propertyId)}?record=${id}`

/** Returns the tabs that lead to the two screens of a record. */
export const getProgram2013Tabs = ({ program2013Id: id, propertyId }: Detail): LinkTab[] => [
  { label: 'Record', to: recordPath(id) },
  { label: 'Compared with the books', to: getComparisonPath(propertyId, id) },
]
