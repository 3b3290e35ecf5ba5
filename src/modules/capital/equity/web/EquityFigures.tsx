import { Button, Group, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { today } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getEquityYear, notifyProperties, updateEquityFigures, uploadOnce, type YearLine } from '../model/calls.ts'
import { Improvements } from './Improvements.tsx'
import { Notify } from './Notify.tsx'
import { equityPath, shown, standingTones } from './shown.ts'
import { UploadOnce } from './UploadOnce.tsx'

const col = columns<YearLine>()
const known = [
  col.link(
    'Property',
    (one) => one.propertyName,
    (one) => equityPath(one.propertyId),
    { width: 200 },
  ),
  col.text('Number', (one) => one.agencyNumber, { width: 90, lesser: true }),
  col.chip(
    'Standing',
    (one) => one.standing,
    (one) => standingTones[one.standing],
    { width: 115 },
  ),
  col.money('Equity before', (one) => one.computed.beginning, { width: 135, lesser: true }),
  col.money('Principal paid', (one) => one.computed.principalPaid, { width: 110, total: true }),
  col.money('Improvements', (one) => one.approvedImprovements, { width: 110, total: true }),
  col.money('By formula', (one) => one.computed.equity, { width: 120, total: true }),
  col.money('Stored', (one) => one.equity, { width: 120, total: true }),
  col.money('Difference', (one) => one.difference, { width: 88 }),
  col.text('Rate', (one) => `${one.computed.rate}%`, { width: 65, lesser: true }),
  col.money('Allowed a year', (one) => one.allowedDistribution, { width: 112, total: true }),
  col.money('Mortgages left', (one) => one.computed.mortgageBalance, { width: 135, lesser: true }),
  col.chip(
    'Commission',
    (one) => one.discretion,
    (one) => (one.discretion === 'For the commission' ? 'yellow' : 'gray'),
    { width: 140, lesser: true },
  ),
  col.text('Waits for', (one) => one.computed.gaps.join(' '), { width: 105 }),
  col.date('Notified', (one) => one.noticeSentAt, { width: 95 }),
]
const isReady = (one: YearLine): boolean => one.standing === 'To update' || one.standing === 'Changed since'
const tabs = [
  { label: 'All', match: () => true },
  { label: 'To update', match: isReady },
  { label: 'Not ready', match: (one: YearLine) => one.standing === 'Not ready' },
  { label: 'For the commission', match: (one: YearLine) => one.discretion === 'For the commission' },
  { label: 'Not begun', match: (one: YearLine) => one.standing === 'Not begun' },
]
const YEARS = 8

/**
 * The equity of every property in a year: the computed and the stored figure, and whether the property was
 * notified.
 */
export default function EquityFigures() {
  const newest = Number(today().slice(0, 4))
  const [chosen, setChosen] = useAddressed('year', String(newest - 1))
  const year = Number(chosen)
  const rows = useCall(getEquityYear, { params: { year } })
  const [updates, notifies, uploads] = [useMay(updateEquityFigures), useMay(notifyProperties), useMay(uploadOnce)]
  const update = useUpdate(year)
  const ready = rows.filter(isReady)
  const shownColumns = useMemo(() => {
    if (!updates) return known
    return [...known, col.node('Set', (one) => <Improvements line={one} year={year} />, { width: 118 })]
  }, [updates, year])
  return (
    <Screen
      title={`Equity figures of ${year}`}
      actions={
        <>
          {uploads && <UploadOnce year={year} />}
          {notifies && <Notify year={year} />}
          {updates && ready.length > 0 && <UpdateAll ready={ready} update={update} />}
        </>
      }
    >
      <Group gap="sm">
        <Places />
        <NativeSelect
          aria-label="Fiscal year"
          value={chosen}
          data={Array.from({ length: YEARS }, (_, at) => String(newest - at))}
          onChange={(event) => setChosen(event.currentTarget.value)}
          w={100}
        />
      </Group>
      <DataTable
        caption="Equity figures"
        rows={rows}
        columns={shownColumns}
        rowKey={(one) => one.propertyId}
        tabs={tabs}
        csvName={`equity-figures-${year}`}
        select={updates ? { label: (one) => one.propertyName, actions: [{ label: 'Update', run: update }] } : undefined}
        empty="No property has loans or equity figures yet."
      />
    </Screen>
  )
}

/** The two lists of equity: by year, and the newest figure of each property. */
export const Places = () => (
  <LinkTabs
    label="Equity"
    tabs={[
      { label: 'By year', to: '/EquityFigures' },
      { label: 'By property', to: '/EquityFiguresPropertyList' },
    ]}
  />
)

type Update = (rows: readonly YearLine[]) => Promise<boolean>

/** Updates those of the rows that are ready, and says what became of the others. */
function useUpdate(year: number): Update {
  const write = useWrite(shown, { quiet: false })
  return async (rows) => {
    const ready = rows.filter(isReady)
    if (ready.length === 0) {
      notify('None of these is ready to be updated.', { kind: 'warning' })
      return false
    }
    const left = rows.length - ready.length
    const body = ready.map(({ propertyId }) => ({ propertyId, year }))
    const words = `${plural(ready.length, 'figure is', 'figures are')} updated${left > 0 ? `; ${formatNumber(left)} were not ready or needed nothing` : ''}.`
    return write(updateEquityFigures, { body }, words).then(
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
