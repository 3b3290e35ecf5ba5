import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import {
  closeMonth,
  copyPriorMonth,
  getMonth,
  getWatchListList,
  reopenMonth,
  type WatchLine,
} from '../model/calls.ts'
import { EntryStatus } from '../model/entities.ts'
import { AgencyScreen } from './AgencyScreen.tsx'
import { commentColumns, entryColumns, getWatchListPath, removedColumns } from './columns.tsx'
import { getMonthName, type Month, MonthChoice, useMonth } from './MonthChoice.tsx'
import { Proposals } from './Proposals.tsx'
import { useWrite } from './useWrite.ts'

const ON = 'On the list'
const PROPOSED = 'Proposed'
const REMOVED = 'Removed'
const activeColumns = [...entryColumns, ...commentColumns]
const removedEntryColumns = [...entryColumns.slice(0, 4), ...removedColumns]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Comment missing', match: (line: WatchLine) => !line.comment?.trim() },
  { label: 'To remove', match: (line: WatchLine) => line.cleared },
]

/** The watch list of a month in three tabs: entries, proposals and removed entries. */
export default function WatchList() {
  return (
    <AgencyScreen title="Watch list">
      <WatchListMonth />
    </AgencyScreen>
  )
}

function WatchListMonth() {
  const selected = useMonth()
  const { month } = selected
  const lines = useCall(getWatchListList, { query: { ...month, watchlistTypeId: 0 } })
  const { closedAt } = useCall(getMonth, { query: month })
  const active = lines.filter((line) => line.statusId === EntryStatus.ACTIVE)
  const missing = active.filter((line) => !line.comment?.trim()).length
  const isClosed = closedAt !== null
  return (
    <Screen
      title={`Watch list, ${getMonthName(month)}`}
      breadcrumbs={[{ label: 'Reports of the watch list', to: '/WatchListReports' }]}
      actions={<MonthActs month={month} closed={isClosed} missing={missing} />}
    >
      <MonthChoice {...selected} />
      <p>
        {formatNumber(active.length)} on the list
        {missing > 0 ? `, ${formatNumber(missing)} without the comment of the month` : ''}
        {isClosed ? '. The month is closed.' : '.'}
      </p>
      <Views month={month} closed={isClosed} active={active} lines={lines} />
    </Screen>
  )
}

type ViewsProps = { month: Month; closed: boolean; active: readonly WatchLine[]; lines: readonly WatchLine[] }

function Views({ month, closed, active, lines }: ViewsProps) {
  const removed = lines.filter((line) => line.statusId === EntryStatus.REMOVED)
  const [view, setView] = useAddressValue('view', ON, [ON, PROPOSED, REMOVED])
  const table = { rowKey: (line: WatchLine) => line.watchListId, to: getWatchListPath }
  return (
    <Tabs
      label="Parts"
      tabs={[
        { label: ON, count: active.length },
        { label: PROPOSED },
        { label: REMOVED, count: removed.length },
      ]}
      value={view}
      onChange={setView}
    >
      <Suspense fallback={<ScreenSkeleton rows={6} />}>
        {view === ON && (
          <DataTable
            {...table}
            caption="Watch list"
            rows={active}
            columns={activeColumns}
            tabs={tabs}
            csvName="watch-list"
            empty="No property is on the list of this month."
          />
        )}
        {view === PROPOSED && <Proposals month={month} closed={closed} />}
        {view === REMOVED && (
          <DataTable
            {...table}
            caption="Removed from the watch list"
            rows={removed}
            columns={removedEntryColumns}
            csvName="watch-list-removed"
            empty="Nothing was removed in this month."
          />
        )}
      </Suspense>
    </Tabs>
  )
}

function MonthActs({ month, closed, missing }: { month: Month; closed: boolean; missing: number }) {
  const write = useWrite({ quiet: false })
  const confirm = useConfirm()
  const [mayClose, mayReopen] = [useMay(closeMonth), useMay(reopenMonth)]
  if (!mayClose) return null
  const copy = () =>
    void write(copyPriorMonth, { body: month }, 'The entries of the month before go on.').catch(
      () => undefined,
    )
  const close = () =>
    void confirm({
      title: `Close ${getMonthName(month)}`,
      text:
        missing > 0
          ? `${missing} comments are missing; they are named if you go on.`
          : 'Nothing of it changes any more.',
      confirmLabel: 'Close the month',
      action: () => write(closeMonth, { body: month }, 'The month is closed.'),
    })
  const reopen = () =>
    void confirm({
      title: `Correct ${getMonthName(month)}`,
      confirmLabel: 'Open it again',
      reason: { label: 'Reason', required: true },
      action: (reason) => write(reopenMonth, { body: { ...month, reason } }, 'The month is open again.'),
    })
  if (closed)
    return mayReopen ? (
      <Button variant="default" onClick={reopen}>
        Open it again…
      </Button>
    ) : null
  return (
    <>
      <Button variant="default" onClick={copy}>
        Copy from the month before
      </Button>
      <Button onClick={close}>{`Close ${getMonthName(month)}…`}</Button>
    </>
  )
}
