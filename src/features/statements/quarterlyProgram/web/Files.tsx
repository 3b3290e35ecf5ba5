import { Group } from '@mantine/core'
import type { PartProps } from '#engines/review/web/index.ts'
import { LastImported, StatementFiles, useFigureImport } from '#engines/worksheet/web/index.ts'
import { getQuarterlyProgramBook, getQuarterlyProgramFileName } from '../model/book.ts'
import { files } from '../model/calls.ts'
import type { MonthDetail } from '../model/months.ts'

const sheets = ['balance', 'income']

const getFiles = (detail: MonthDetail) => ({
  names: sheets,
  book: () => getQuarterlyProgramBook(detail),
  fileName: getQuarterlyProgramFileName(detail),
})

/**
 * The buttons for both sheets as one workbook while the month is filled in: template, export, import, and
 * undoing an import.
 */
export function EditableFiles(part: PartProps<MonthDetail> & { known: { current: MonthDetail } }) {
  const fileImport = useFigureImport(files, part, ({ tcapId }) => tcapId)
  return (
    <>
      <StatementFiles {...getFiles(part.detail)} figureImport={fileImport} />
      <LastImported taking={fileImport} />
    </>
  )
}

/** The button to export a month that can only be read. */
export const ReadOnlyFiles = ({ detail }: { detail: MonthDetail }) => (
  <Group gap="sm">
    <StatementFiles {...getFiles(detail)} />
  </Group>
)
