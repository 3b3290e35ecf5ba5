import { Button } from '@mantine/core'
import { useRef, useSyncExternalStore } from 'react'
import { computeAverageOccupancy, formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import { useFootHeight } from '#ui/frame/useFootHeight.ts'
import { type Sheet, submitReady } from '../model/calls.ts'
import { isNotReported, notReportedQuantity } from '../model/quantities.ts'
import { computeOccupancyPercent, describeExcess, getOccupancyTotals } from '../model/rooms.ts'
import { getGaps } from './gaps.ts'
import css from './occupancy.module.css'
import type { SheetEntry, SheetStore } from './sheetStore.ts'
import type { Saving } from './useSaving.ts'

type Props = {
  store: SheetStore
  sheet: Sheet
  saving: Saving
  flush: () => Promise<boolean>
  reload: () => Promise<void>
  toGap: () => void
}

/**
 * Returns the totals of the properties with complete and possible counts, and their occupancy of last month.
 */
function computeSummary(entries: readonly SheetEntry[]) {
  const matchingEntries = entries.filter(
    ({ row }) =>
      computeOccupancyPercent(getOccupancyTotals(row.rooms)) !== null && !row.rooms.some(describeExcess),
  )
  const totals = matchingEntries.map(({ row }) => getOccupancyTotals(row.rooms))
  const add = (readFigure: (monthTotals: (typeof totals)[number]) => number | null) =>
    totals.reduce((sum, monthTotals) => sum + (readFigure(monthTotals) ?? 0), 0)
  const months = totals.map((total) => ({ units: total.units, vacant: total.vacantUnits }))
  const before = matchingEntries.flatMap(({ row }) =>
    row.last ? [{ units: row.last.units, vacant: row.last.vacantUnits }] : [],
  )
  const units = add((monthTotals) => monthTotals.units)
  return {
    entered: matchingEntries.length,
    units,
    occupied: units - add((monthTotals) => monthTotals.vacantUnits),
    percent: computeAverageOccupancy(months),
    before: computeAverageOccupancy(before),
    known: before.length,
    out: add((monthTotals) => monthTotals.moveOuts),
    in: add((monthTotals) => monthTotals.moveIns),
  }
}

/**
 * The foot of the worksheet: the totals, whether everything is saved, and the button that submits the ready
 * months.
 */
export function SheetFooter(props: Props) {
  const { store, sheet, saving } = props
  useSyncExternalStore((listener) => store.on('any', listener), store.changes)
  const bar = useRef<HTMLElement>(null)
  useFootHeight(bar)
  const entries = store.ids.map(store.entry)
  const ready = entries.filter(({ state, row }) => state.kind === 'ready' && row.canEdit)
  const submit = useSubmit(props)
  const act = () => void (ready.length > 0 ? submit(ready, entries) : props.toGap())
  const canAct = ready.length > 0 || getGaps(entries).length > 0
  useKeys('The worksheet', canAct ? [{ key: 'Ctrl enter', label: 'Submit ready months', run: act }] : [])
  const summary = computeSummary(entries)
  const gaps = entries.filter(({ state, row }) => row.canEdit && state.faults.length > 0).length
  return (
    <footer ref={bar} className={css.foot} data-noprint>
      <Figure label="Entered">{`${formatNumber(summary.entered)} of ${formatNumber(sheet.rows.length)}`}</Figure>
      <Figure label={notReportedQuantity.name}>
        {formatNumber(entries.filter(({ row }) => isNotReported(row)).length)}
      </Figure>
      <Figure label={`Units of ${plural(summary.entered, 'property', 'properties')}`}>
        {formatNumber(summary.units)}
      </Figure>
      <Figure label="Occupied">{`${formatNumber(summary.occupied)}, ${formatOccupancy(summary.percent)}`}</Figure>
      <Figure label={`The month before, ${formatNumber(summary.known)} of them`}>
        {formatOccupancy(summary.before)}
      </Figure>
      <Figure label="Move-outs / move-ins">{`${formatNumber(summary.out)} / ${formatNumber(summary.in)}`}</Figure>
      <span className={css.push} />
      <span role="status" className={css.saved}>
        {describeSaving(saving, store.unsaved)}
        {gaps > 0 && (
          <button type="button" onClick={props.toGap}>
            {plural(gaps, 'property needs something', 'properties need something')}
          </button>
        )}
      </span>
      {canAct && (
        <Button onClick={act}>
          {ready.length > 0 ? `Submit ${formatNumber(ready.length)} ready…` : 'Go to the first missing entry'}
        </Button>
      )}
    </footer>
  )
}

const Figure = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <span className={css.sum}>
    <span>{label}</span>
    <b>{children}</b>
  </span>
)

function describeSaving({ savedAt, offline, busy }: Saving, unsaved: number): string {
  if (offline)
    return `No connection: ${plural(unsaved, 'property waits', 'properties wait')} on this computer and will be sent.`
  if (busy) return 'Saving…'
  if (unsaved > 0) return `${plural(unsaved, 'property', 'properties')} not saved yet`
  return savedAt ? `Saved ${formatDate(savedAt, 'MM/DD/YYYY h:mm A').split(' ').slice(1).join(' ')}` : ''
}

/**
 * Asks for confirmation, stores the typed values, submits the complete months, and reports the missing
 * entries of the others.
 */
function useSubmit({ sheet, flush, reload, store }: Props) {
  const confirm = useConfirm()
  return async (ready: readonly SheetEntry[], all: readonly SheetEntry[]) => {
    const count = all.filter(({ state }) => state.kind !== 'ready' && state.kind !== 'filed').length
    const early = ready.filter(({ state }) => state.late).length
    await confirm({
      title: `Submit ${monthName(sheet.month)} of ${plural(ready.length, 'property', 'properties')}`,
      text: [
        'The agency receives them, and you get one mail. You can take a month back until it is accepted.',
        count > 0
          ? `${plural(count, 'property is', 'properties are')} not ready and left as ${count === 1 ? 'it is' : 'they are'}.`
          : '',
        early > 0
          ? `Of ${plural(early, 'property', 'properties')} an earlier month is still missing; it can be entered afterwards.`
          : '',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Submit',
      action: async () => {
        if (!(await flush()))
          throw new Error(
            'Nothing was submitted: not all that is typed could be saved. Each row says why, or the foot that the connection is gone.',
          )
        // Saving gave each month its record and current version.
        const rows = ready
          .map((entry) => store.entry(entry.row.propertyId).row)
          .map(({ projectOccupancyId, version }) => ({ projectOccupancyId, version }))
        const outcomes = await ask(submitReady, { body: { rows } }, { quiet: true })
        await reload()
        const refused = outcomes.filter((outcome) => outcome.refused !== null)
        const submittedCount = outcomes.length - refused.length
        notify(
          `${plural(submittedCount, 'month', 'months')} submitted.${refused[0] ? ` ${refused.length} not: ${refused[0].refused}` : ''}`,
          {
            kind: refused.length > 0 ? 'warning' : 'success',
          },
        )
      },
    })
  }
}
