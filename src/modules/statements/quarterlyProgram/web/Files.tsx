import { Group } from '@mantine/core'
import type { PartProps } from '#review/web/index.ts'
import { LastImported, StatementFiles, useTaking } from '#statement/web/index.ts'
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
 * Both sheets of a month as one workbook, while it is written: template, export, import, and the way back
 * from an import.
 */
export function WrittenFiles(part: PartProps<MonthDetail> & { known: { current: MonthDetail } }) {
  const taking = useTaking(files, part, ({ tcapId }) => tcapId)
  return (
    <>
      <StatementFiles {...getFiles(part.detail)} taking={taking} />
      <LastImported taking={taking} />
    </>
  )
}

/** Both sheets of a month as one workbook, to be read. */
export const ReadFiles = ({ detail }: { detail: MonthDetail }) => (
  <Group gap="sm">
    <StatementFiles {...getFiles(detail)} />
  </Group>
)
