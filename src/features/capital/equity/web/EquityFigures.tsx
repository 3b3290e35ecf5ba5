import { Button, Group, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { today } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import {
  getEquityYear,
  notifyProperties,
  updateEquityFigures,
  uploadOnce,
  type YearLine,
} from '../model/calls.ts'
import { equityQueryKeys, getEquityPath, yearStateColors } from './display.ts'
import { ImprovementsDialog } from './Improvements.tsx'
import { NotifyButton } from './Notify.tsx'
import { UploadBeginnings } from './UploadOnce.tsx'

const col = columns<YearLine>()
const equityColumns = [
  col.link(
    'Property',
    (item) => item.propertyName,
    (item) => getEquityPath(item.propertyId),
    { width: 200 },
  ),
  col.text('Number', (item) => item.agencyNumber, { width: 90, lesser: true }),
  col.chip(
    'Standing',
    (item) => item.standing,
    (item) => yearStateColors[item.standing],
    { width: 115 },
  ),
  col.money('Equity before', (item) => item.computed.beginning, { width: 135, lesser: true }),
  col.money('Principal paid', (item) => item.computed.principalPaid, { width: 110, total: true }),
  col.money('Improvements', (item) => item.approvedImprovements, { width: 110, total: true }),
  col.money('By formula', (item) => item.computed.equity, { width: 120, total: true }),
  col.money('Stored', (item) => item.equity, { width: 120, total: true }),
  col.money('Difference', (item) => item.difference, { width: 88 }),
  col.text('Rate', (item) => `${item.computed.rate}%`, { width: 65, lesser: true }),
  col.money('Allowed a year', (item) => item.allowedDistribution, { width: 112, total: true }),
  col.money('Mortgages left', (item) => item.computed.mortgageBalance, { width: 135, lesser: true }),
  col.chip(
    'Commission',
    (item) => item.discretion,
    (item) => (item.discretion === 'For the commission' ? 'yellow' : 'gray'),
    { width: 140, lesser: true },
  ),
  col.text('Waits for', (item) => item.computed.gaps.join(' '), { width: 105 }),
  col.date('Notified', (item) => item.noticeSentAt, { width: 95 }),
]
const isReady = (item: YearLine): boolean =>
  item.standing === 'To update' || item.standing === 'Changed since'
const tabs = [
  { label: 'All', match: () => true },
  { label: 'To update', match: isReady },
  { label: 'Not ready', match: (item: YearLine) => item.standing === 'Not ready' },
  { label: 'For the commission', match: (item: YearLine) => item.discretion === 'For the commission' },
  { label: 'Not begun', match: (item: YearLine) => item.standing === 'Not begun' },
]
const YEARS = 8

/**
 * The screen of the equity of every property in a year: the computed and the stored figure, and whether the
 * property was notified.
 */
export default function EquityFigures() {
  const newest = Number(today().slice(0, 4))
  const [selected, setSelected] = useAddressValue('year', String(newest - 1))
  const year = Number(selected)
  const rows = useCall(getEquityYear, { params: { year } })
  const [canUpdate, canNotify, canUpload] = [
    useMay(updateEquityFigures),
    useMay(notifyProperties),
    useMay(uploadOnce),
  ]
  const update = useUpdate(year)
  const ready = rows.filter(isReady)
  const tableColumns = useMemo(() => {
    if (!canUpdate) return equityColumns
    return [
      ...equityColumns,
      col.node('Set', (item) => <ImprovementsDialog line={item} year={year} />, { width: 118 }),
    ]
  }, [canUpdate, year])
  return (
    <Screen
      title={`Equity figures of ${year}`}
      actions={
        <>
          {canUpload && <UploadBeginnings year={year} />}
          {canNotify && <NotifyButton year={year} />}
          {canUpdate && ready.length > 0 && <UpdateAll ready={ready} update={update} />}
        </>
      }
    >
      <Group gap="sm">
        <EquityTabs />
        <NativeSelect
          aria-label="Fiscal year"
          value={selected}
          data={Array.from({ length: YEARS }, (_, index) => String(newest - index))}
          onChange={(event) => setSelected(event.currentTarget.value)}
          w={100}
        />
      </Group>
      <DataTable
        caption="Equity figures"
        rows={rows}
        columns={tableColumns}
        rowKey={(item) => item.propertyId}
        tabs={tabs}
        csvName={`equity-figures-${year}`}
        select={
          canUpdate
            ? { label: (item) => item.propertyName, actions: [{ label: 'Update', run: update }] }
            : undefined
        }
        empty="No property has loans or equity figures yet."
      />
    </Screen>
  )
}

/** The tabs that lead to the two lists of equity: by year, and the newest figure of each property. */
export const EquityTabs = () => (
  <LinkTabs
    label="Equity"
    tabs={[
      { label: 'By year', to: '/EquityFigures' },
      { label: 'By property', to: '/EquityFiguresPropertyList' },
    ]}
  />
)

type Update = (rows: readonly YearLine[]) => Promise<boolean>

/** Returns a function that updates the rows that are ready, and says how many were not. */
function useUpdate(year: number): Update {
  const write = useWrite(equityQueryKeys, { quiet: false })
  return async (rows) => {
    const ready = rows.filter(isReady)
    if (ready.length === 0) {
      notify('None of these is ready to be updated.', { kind: 'warning' })
      return false
    }
    const remaining = rows.length - ready.length
    const body = ready.map(({ propertyId }) => ({ propertyId, year }))
    const text = `${plural(ready.length, 'figure is', 'figures are')} updated${remaining > 0 ? `; ${formatNumber(remaining)} were not ready or needed nothing` : ''}.`
    return write(updateEquityFigures, { body }, text).then(
      () => true,
      () => false,
    )
  }
}

function UpdateAll({ ready, update }: { ready: readonly YearLine[]; update: Update }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await update(ready)
    setBusy(false)
  }
  return (
    <Button loading={busy} onClick={() => void run()}>
      Update {plural(ready.length, 'property', 'properties')}
    </Button>
  )
}
