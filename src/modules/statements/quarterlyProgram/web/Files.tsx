import { Group } from '@mantine/core'
import type { PartProps } from '#review/web/index.ts'
import { LastImported, StatementFiles, useTaking } from '#statement/web/index.ts'
import { bookOf, fileNameOf } from '../model/book.ts'
import { files } from '../model/calls.ts'
import type { MonthDetail } from '../model/months.ts'

const sheets = ['balance', 'income']

const filesOf = (detail: MonthDetail) => ({
  names: sheets,
  book: () => bookOf(detail),
  fileName: fileNameOf(detail),
})

/** Both sheets of a month as one workbook, while it is written: template, export, import, and the way back from an import. */
export function WrittenFiles(part: PartProps<MonthDetail> & { known: { current: MonthDetail } }) {
  const taking = useTaking(files, part, ({ tcapId }) => tcapId)
  return (
    <>
      <StatementFiles {...filesOf(part.detail)} taking={taking} />
      <LastImported taking={taking} />
    </>
  )
}

/** Both sheets of a month as one workbook, to be read. */
export const ReadFiles = ({ detail }: { detail: MonthDetail }) => (
  <Group gap="sm">
    <StatementFiles {...filesOf(detail)} />
  </Group>
)
