import { useSyncExternalStore } from 'react'
import { monthName } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import type { Sheet } from '../model/calls.ts'
import { whyNothingToFill, whyReadOnly } from './gaps.ts'
import css from './occupancy.module.css'
import { fillFromLastMonth } from './SheetRow.tsx'
import type { SheetStore } from './sheetStore.ts'
import { type SheetFilter, sheetFilters } from './views.ts'

type ToolsProps = {
  store: SheetStore
  sheet: Sheet
  view: SheetFilter
  onView: (view: SheetFilter) => void
  onPaste: () => void
}

/**
 * The tools above the table: filters by state, help about keys, pasting from Excel, and filling empty cells
 * from last month.
 */
export function Tools({ store, sheet, view, onView, onPaste }: ToolsProps) {
  useSyncExternalStore((listener) => store.on('any', listener), store.changes)
  const entries = store.ids.map(store.entry)
  const before = monthName(sheet.rows[0]?.last?.periodDate ?? sheet.month).split(' ')[0]
  const readOnlyReason = whyReadOnly(entries)
  const fill = () => {
    const input = store.ids
      .map(store.entry)
      .filter(({ row }) => row.canEdit)
      .flatMap(({ row }) => fillFromLastMonth(row))
    store.typeRooms(input)
    const propertyCount = new Set(input.map((item) => item.propertyId)).size
    notify(
      input.length === 0
        ? whyNothingToFill(entries)
        : `${plural(propertyCount, 'property', 'properties')} filled as ${before}. Who moved stays empty: enter it.`,
    )
  }
  return (
    <div className={css.tools} data-noprint>
      <fieldset aria-label="Properties shown" className={css.views}>
        {(Object.keys(sheetFilters) as SheetFilter[]).map((name) => (
          <button key={name} type="button" aria-pressed={view === name} onClick={() => onView(name)}>
            {name} <b>{formatNumber(entries.filter(sheetFilters[name]).length)}</b>
          </button>
        ))}
      </fieldset>
      {readOnlyReason === null ? (
        <EntryTools before={before} onPaste={onPaste} onFill={fill} />
      ) : (
        <span className={css.hint}>{readOnlyReason}</span>
      )}
    </div>
  )
}

type EntryToolsProps = { before: string | undefined; onPaste: () => void; onFill: () => void }

/** The help about keys and the buttons that enter figures, for people who may enter some. */
function EntryTools({ before, onPaste, onFill }: EntryToolsProps) {
  return (
    <>
      <span className={css.hint}>
        <kbd>Tab</kbd> next <kbd>Enter</kbd> down <kbd>=</kbd> as {before} <kbd>→</kbd> unit types{' '}
        <kbd>Alt ↓</kbd> next problem
      </span>
      <span className={css.push} />
      <button type="button" className={css.tool} onClick={onPaste}>
        Paste from Excel
      </button>
      <button type="button" className={css.tool} onClick={onFill}>
        Fill empty as {before}
      </button>
    </>
  )
}
