import { type RefObject, useEffect, useMemo } from 'react'
import type { ScreenKey } from '../frame/keys.ts'

/** The keys for the rows of a table. The current row is the one that last had the focus. */
export type RowKeys = {
  keys: readonly ScreenKey[]
  /**
   * Chooses the current row, for an action on many rows while none is chosen. Returns false without a current
   * row.
   */
  pick: () => boolean
}

type Box = RefObject<HTMLElement | null>

/**
 * The index of the row in each table that last had the focus, and the last table with the focus. Keys apply
 * there.
 */
const lastRow = new WeakMap<HTMLElement, string>()
let lastBox: HTMLElement | null = null

const getCurrentBox = (box: Box): HTMLElement | null => (lastBox?.isConnected ? lastBox : box.current)
const findRows = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('tbody tr[data-index]') ?? []),
]
/** Checks whether a row has the focus or had it last. The focus can be older than the event listener. */
const isCurrentRow = (box: HTMLElement) => {
  const focused = document.activeElement?.closest<HTMLElement>('tbody tr[data-index]')
  const index = focused && box.contains(focused) ? focused.dataset.index : lastRow.get(box)
  return (row: HTMLElement) => row.dataset.index === index
}
const getCheckbox = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? undefined

/** Remembers the row of a table that has the focus. */
function useLastRow(box: Box) {
  useEffect(() => {
    const element = box.current
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tbody tr[data-index]') : null
      if (!element || row?.dataset.index === undefined) return
      lastRow.set(element, row.dataset.index)
      lastBox = element
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [box])
}

/**
 * Returns the keys for the rows `tr[data-index]` in a box. Each row has one link, and one checkbox if rows
 * can be chosen. With several tables on a screen, the keys apply to the one that last had the focus.
 */
export function useRowKeys(ownBox: Box): RowKeys {
  useLastRow(ownBox)
  return useMemo(() => {
    const getCurrentRow = () => {
      const box = getCurrentBox(ownBox)
      return box ? findRows(box).find(isCurrentRow(box)) : undefined
    }
    const move = (step: number) => {
      const box = getCurrentBox(ownBox)
      if (!box) return
      const rows = findRows(box)
      const index = rows.findIndex(isCurrentRow(box))
      const to = index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)
      const target = rows[to]?.querySelector<HTMLElement>('a')
      target?.focus()
      target?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    }
    const choose = () => getCheckbox(getCurrentRow())?.click()
    return {
      keys: [
        { key: 'j', label: 'Next row', run: () => move(1) },
        { key: 'k', label: 'Row before', run: () => move(-1) },
        { key: 'Enter', label: 'Open the row', run: () => getCurrentRow()?.querySelector('a')?.click() },
        { key: 'x', label: 'Choose the row', run: choose },
      ],
      pick: () => {
        if (getCheckbox(getCurrentRow())?.checked === false) choose()
        return getCheckbox(getCurrentRow()) !== undefined
      },
    }
  }, [ownBox])
}
