import type { PartProps } from '#review/web/index.ts'
import { LastImported, StatementFiles, useTaking } from '#statement/web/index.ts'
import { files } from '../model/calls.ts'
import { type Part, parts, type ScheduleRow } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'
import { sentRows } from './schedules/index.ts'

/** How it is a workbook is fetched when one is opened or saved. */
const asBook = () => import('../model/book.ts')

/** Returns the form's current schedules, by sheet. */
const loadLists = async (values: Record<string, unknown>) => {
  const rows = Object.fromEntries(parts.map((part) => [part, sentRows(part, values[part] as ScheduleRow[])]))
  return (await asBook()).bookLists(rows as Record<Part, ScheduleRow[]>)
}

const getFiles = (detail: Detail) => ({
  names: ['lines'],
  book: async () => (await asBook()).getAnnualStatementBook(detail),
  fileName: `Statement ${detail.year} ${detail.subject}`,
  listsOf: loadLists,
})

const broughtIn = async (lists: Parameters<Awaited<ReturnType<typeof asBook>>['broughtSchedules']>[0]) =>
  (await asBook()).broughtSchedules(lists)

/**
 * The whole statement as one workbook, while it is written: template, export, import, and the way back from
 * an import.
 */
export function WrittenFiles(part: PartProps<Detail> & { known: { current: Detail } }) {
  const taking = useTaking(files, part, ({ afsId }) => afsId, broughtIn)
  return (
    <>
      <StatementFiles {...getFiles(part.detail)} taking={taking} />
      <LastImported taking={taking} />
    </>
  )
}

/** The whole statement as one workbook, to be read. */
export const ReadFiles = ({ detail }: { detail: Detail }) => <StatementFiles {...getFiles(detail)} />
