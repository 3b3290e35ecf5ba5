import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { monthName } from '#kernel/model/dates.ts'
import { notify } from '#kernel/web/notices.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import type { Sheet } from '../model/calls.ts'
import { type CountField, countFields } from '../model/paste.ts'
import { sortByUrgency } from '../model/worksheet.ts'
import { SheetFooter } from './Foot.tsx'
import { findNextGap, type Gap, getGaps, whyReadOnly } from './gaps.ts'
import { Head } from './Head.tsx'
import { focusElement, getCellId, getFieldId, moveFocus } from './moves.ts'
import css from './occupancy.module.css'
import { Paste } from './Paste.tsx'
import { SheetRow } from './SheetRow.tsx'
import { SheetStore } from './sheetStore.ts'
import { Tools } from './Tools.tsx'
import { useSaving } from './useSaving.ts'
import { type SheetFilter, sheetFilters } from './views.ts'

/** The worksheet of a month with every property that a user reports for. */
export function Worksheet({ sheet }: { sheet: Sheet }) {
  const [store] = useState(() => new SheetStore(sheet, sortByUrgency(sheet.rows)))
  useEffect(() => store.renewed(sheet.rows), [store, sheet])
  const { saving, flush, reload } = useSaving(store, sheet)
  const [view, setView] = useState<{ name: SheetFilter; ids: readonly number[] }>({
    name: 'All',
    ids: store.ids,
  })
  const [openIds, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [pasting, setPasting] = useState<string | null>(null)
  const onOpen = useCallback(
    (propertyId: number, isOpen: boolean) =>
      setOpen(
        (before) => new Set(isOpen ? [...before, propertyId] : [...before].filter((id) => id !== propertyId)),
      ),
    [],
  )
  const navigation = useProblemNavigation(store, onOpen)
  useSheetKeys(store, navigation.nextProblem)
  if (sheet.rows.length === 0)
    return (
      <EmptyState
        title="Nothing to report"
        text={`No property of yours reports occupancy for ${monthName(sheet.month)}.`}
      />
    )
  return (
    <>
      <Tools
        store={store}
        sheet={sheet}
        view={view.name}
        onView={(name) =>
          setView({ name, ids: store.ids.filter((id) => sheetFilters[name](store.entry(id))) })
        }
        onPaste={() => setPasting('')}
      />
      <div className={css.scroll} {...getKeys(store, onOpen, setPasting)}>
        <table className={css.sheet} aria-label={`Occupancy, ${monthName(sheet.month)}`}>
          <Head sheet={sheet} />
          <tbody>
            {view.ids.map((id) => (
              <SheetRow key={id} store={store} propertyId={id} open={openIds.has(id)} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
        {view.ids.length === 0 && <p className={css.hint}>None of them now. “All” shows every property.</p>}
      </div>
      <SheetFooter
        store={store}
        sheet={sheet}
        saving={saving}
        flush={flush}
        reload={reload}
        toGap={navigation.nextProblem}
      />
      {pasting !== null && <Paste text={pasting} store={store} onClose={() => setPasting(null)} />}
    </>
  )
}

/**
 * Returns the handlers for keys and for pasting in cells. Pasted text with several cells opens the paste
 * dialog.
 */
const getKeys = (
  store: SheetStore,
  onOpen: (id: number, open: boolean) => void,
  paste: (text: string) => void,
) => ({
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => handleKey(event, store, onOpen),
  onPaste: (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text')
    if (!/[\t\n]/.test(text.trim()) || whyReadOnly(store.ids.map(store.entry)) !== null) return
    event.preventDefault()
    paste(text)
  },
})

/** Returns the id of the cell or field in which a missing or wrong entry is corrected. */
function getElementId(store: SheetStore, { propertyId, field }: Gap): string {
  const [, place, column = ''] = /^rooms\.(\d+)\.(\w+)/.exec(field) ?? []
  if (place !== undefined) {
    const room = store.entry(propertyId).row.rooms[Number(place)]?.projectRoomTypeId ?? null
    return getCellId(propertyId, room, column)
  }
  return ['inquiries', 'applications'].includes(field)
    ? getCellId(propertyId, null, field)
    : getFieldId(propertyId, field)
}

/** Returns a function that moves the focus to the next cell or field with a problem. */
function useProblemNavigation(store: SheetStore, onOpen: (id: number, open: boolean) => void) {
  return useMemo(() => {
    const nextProblem = () => {
      const entries = store.ids.map((id) => store.entry(id))
      const readOnlyReason = whyReadOnly(entries)
      if (readOnlyReason !== null) return notify(readOnlyReason)
      const gaps = getGaps(entries)
      const here = document.activeElement
      const row = here?.closest<HTMLElement>('tr[data-property]')?.dataset.property
      const currentGap = gaps.find((gap) => getElementId(store, gap) === here?.id)
      const gap = findNextGap(gaps, store.ids, currentGap ?? (row ? { propertyId: Number(row) } : {}))
      if (!gap) return notify(gaps.length > 0 ? 'That was the last problem.' : 'No problem is left.')
      if (store.entry(gap.propertyId).row.rooms.length > 1) onOpen(gap.propertyId, true)
      setTimeout(() => focusElement(getElementId(store, gap)))
    }
    return { nextProblem }
  }, [store, onOpen])
}

function useSheetKeys(store: SheetStore, nextProblem: () => void): void {
  useKeys('The worksheet', [
    {
      key: 'Ctrl z',
      label: 'Take the last entry back',
      run: () => void (store.undo() || notify('Nothing to take back.')),
    },
  ])
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.key !== 'ArrowDown') return
      event.preventDefault()
      nextProblem()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [nextProblem])
}

const isCount = (column: string | undefined): column is CountField =>
  countFields.some((countField) => countField === column)

/**
 * Handles keys within the table: moves, `=` to copy last month's figure, → and ← to open and close unit
 * types, Ctrl Z to undo.
 */
function handleKey(
  event: KeyboardEvent<HTMLElement>,
  store: SheetStore,
  onOpen: (id: number, open: boolean) => void,
): void {
  const target = event.target as HTMLElement
  const opener = target.dataset.opener
  if (opener && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    event.preventDefault()
    onOpen(Number(opener), event.key === 'ArrowRight')
    const first = store.entry(Number(opener)).row.rooms[0]
    if (event.key === 'ArrowRight')
      setTimeout(() =>
        focusElement(getCellId(Number(opener), first?.projectRoomTypeId ?? null, 'vacantCount')),
      )
    return
  }
  if (event.key === '=' && target instanceof HTMLInputElement && isCount(target.dataset.column)) {
    event.preventDefault()
    copyLastMonth(target, store)
    return
  }
  if (
    (event.ctrlKey || event.metaKey) &&
    event.key.toLowerCase() === 'z' &&
    target.dataset.column !== undefined
  ) {
    event.preventDefault()
    event.stopPropagation()
    store.undo()
    return
  }
  if (moveFocus(event)) event.preventDefault()
}

/** Copies last month's figure into a cell. */
function copyLastMonth(input: HTMLInputElement, store: SheetStore): void {
  const [, propertyId = '', room = ''] = /^cell-(\d+)-(\w+)-/.exec(input.id) ?? []
  const { row } = store.entry(Number(propertyId))
  const projectRoomTypeId = room === 'all' ? null : Number(room)
  const before = row.last?.rooms.find((room) => room.projectRoomTypeId === projectRoomTypeId)
  const column = input.dataset.column as CountField
  if (before)
    store.typeRooms([{ propertyId: row.propertyId, room: { projectRoomTypeId, [column]: before[column] } }])
  else notify('Nothing was reported for the month before.', { kind: 'warning' })
}
