import { Group, Progress } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type ExportLine, getExportLimits, getMyExports } from '../model/calls.ts'
import styles from './exports.module.css'
import { ExportButtons } from './steps.tsx'
import { describeProgress, isInProgress, stateTones } from './words.ts'

const col = columns<ExportLine>()

function ExportProgress({ line }: { line: ExportLine }) {
  const { state, rowsDone, rowsExpected, title, format } = line
  if (state !== 'Running' || !rowsExpected) return describeProgress(line)
  return (
    <>
      <Progress
        size="sm"
        value={Math.min(100, (100 * rowsDone) / rowsExpected)}
        aria-label={`Progress of ${title}, ${format}`}
      />
      {describeProgress(line)}
    </>
  )
}

const exportColumns = [
  col.link(
    'List or report',
    (line) => line.title,
    (line) => line.askedFrom,
    { width: 240 },
  ),
  col.text('Kind', (line) => line.format, { width: 80 }),
  col.chip(
    'State',
    (line) => line.state,
    (line) => stateTones[line.state],
    { width: 110 },
  ),
  {
    ...col.node('Progress', (line) => <ExportProgress line={line} />, { width: 330 }),
    text: describeProgress,
  },
  col.moment('Asked for', (line) => line.askedAt, { width: 160 }),
  col.moment('Deleted on', (line) => line.deletedAt, { width: 160 }),
  col.node(
    'Steps',
    (line) => (
      <Group gap={4} wrap="nowrap">
        <ExportButtons line={line} />
      </Group>
    ),
    { width: 190 },
  ),
]

/** The person's exports in the background; the list refreshes itself. */
export default function Exports() {
  const lines = useCall(getMyExports, {})
  const { atOnceRows, days } = useCall(getExportLimits, {})
  const inProgress = useMemo(() => lines.filter(isInProgress).length, [lines])
  return (
    <Screen title="My exports">
      <p className={styles.note}>
        Files are stored for {days} days.{' '}
        {inProgress > 0 && 'You may leave this page: you will get a message when a file is ready.'}
      </p>
      <DataTable
        caption="My exports"
        rows={lines}
        columns={exportColumns}
        rowKey={(line) => line.exportJobId}
        plain
        height="fill"
        empty={
          <EmptyState
            title="No file is being prepared"
            text={`Lists and reports of more than ${formatNumber(atOnceRows)} rows are prepared here when you export them; smaller ones where you choose “Prepare in the background”.`}
            action={<Link to="/reporting">All reports</Link>}
          />
        }
      />
    </Screen>
  )
}
