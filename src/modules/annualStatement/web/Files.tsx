import { Group } from '@mantine/core'
import { useMemo } from 'react'
import type { PartProps } from '#review/web/index.ts'
import { LastImported, StatementFiles, useTaking } from '#statement/web/index.ts'
import { bookLists, bookOf, broughtSchedules } from '../model/book.ts'
import { files } from '../model/calls.ts'
import { type Part, parts, type ScheduleRow } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'
import { sentRows } from './schedules/index.ts'

/** The schedules of the form as they stand, by sheet. */
const listsOf = (values: Record<string, unknown>) =>
  bookLists(
    Object.fromEntries(parts.map((part) => [part, sentRows(part, values[part] as ScheduleRow[])])) as Record<
      Part,
      ScheduleRow[]
    >,
  )

const useFiles = (detail: Detail) => {
  const book = useMemo(() => bookOf(detail), [detail])
  return { names: ['lines'], book, fileName: `Statement ${detail.year} ${detail.subject}`, listsOf }
}

/** The whole statement as one workbook, while it is written: template, export, import, and the way back from an import. */
export function WrittenFiles(part: PartProps<Detail> & { known: { current: Detail } }) {
  const taking = useTaking(files, part, ({ afsId }) => afsId, broughtSchedules)
  return (
    <>
      <Group gap="sm">
        <StatementFiles {...useFiles(part.detail)} taking={taking} />
      </Group>
      <LastImported taking={taking} />
    </>
  )
}

/** The whole statement as one workbook, to be read. */
export const ReadFiles = ({ detail }: { detail: Detail }) => (
  <Group gap="sm">
    <StatementFiles {...useFiles(detail)} />
  </Group>
)
