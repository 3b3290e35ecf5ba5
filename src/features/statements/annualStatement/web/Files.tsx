import type { ComponentProps } from 'react'
import type { PartProps } from '#engines/review/web/index.ts'
import { LastImported, StatementFiles, useFigureImport } from '#engines/worksheet/web/index.ts'
import { files } from '../model/calls.ts'
import { type Part, parts, type ScheduleRow } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'
import { getRowsToSend } from './schedules/index.ts'

/** Loads the code for workbooks only when one is opened or saved. */
const loadBookModule = () => import('../model/book.ts')

/** Returns the form's current schedules, by sheet. */
const loadLists = async (values: Record<string, unknown>) => {
  const rows = Object.fromEntries(
    parts.map((part) => [part, getRowsToSend(part, values[part] as ScheduleRow[])]),
  )
  return (await loadBookModule()).getBookLists(rows as Record<Part, ScheduleRow[]>)
}

const getFiles = (detail: Detail): ComponentProps<typeof StatementFiles> => ({
  names: ['lines'],
  book: async () => (await loadBookModule()).getAnnualStatementBook(detail),
  fileName: `Statement ${detail.year} ${detail.subject}`,
  getFormLists: loadLists,
})

const readSchedules = async (
  lists: Parameters<Awaited<ReturnType<typeof loadBookModule>>['readImportedSchedules']>[0],
) => (await loadBookModule()).readImportedSchedules(lists)

/**
 * The buttons for the statement as a workbook while it is written: template, export, import, and undoing an
 * import.
 */
export function EditableFiles(part: PartProps<Detail> & { known: { current: Detail } }) {
  const fileImport = useFigureImport(files, part, ({ afsId }) => afsId, readSchedules)
  return (
    <>
      <StatementFiles {...getFiles(part.detail)} figureImport={fileImport} />
      <LastImported taking={fileImport} />
    </>
  )
}

/** The button to export a statement that can only be read. */
export const ReadOnlyFiles = ({ detail }: { detail: Detail }) => <StatementFiles {...getFiles(detail)} />
