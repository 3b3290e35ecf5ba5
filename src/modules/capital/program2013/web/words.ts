import { formatDate } from '#kernel/model/dates.ts'
import type { LinkTab } from '#ui/frame/LinkTabs.tsx'
import { facts, ofProperty } from '../model/facts.ts'
import type { Detail } from '../model/records.ts'

/** Where a record came from. */
export const importWords = ({ importFile, importedAt }: Pick<Detail, 'importFile' | 'importedAt'>): string =>
  importedAt ? `Imported from ${importFile ?? 'a file'} on ${formatDate(importedAt, 'MM/DD/YYYY')}` : 'Typed'

export const recordPath = (id: number): string => facts.open.replace(':id', String(id))
/** A record compared with the books of its property. */
const comparedPath = (propertyId: number, id: number): string => `${ofProperty(propertyId)}?record=${id}`

/** The screens of a record. */
export const getProgram2013Tabs = ({ program2013Id: id, propertyId }: Detail): LinkTab[] => [
  { label: 'Record', to: recordPath(id) },
  { label: 'Compared with the books', to: comparedPath(propertyId, id) },
]
