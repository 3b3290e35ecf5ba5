import { type RefObject, useEffect, useMemo } from 'react'
import type { ScreenKey } from '../frame/keys.ts'

/** The way through the rows of a table by keys. The present row is the one that last had the focus. */
export type RowKeys = {
  keys: readonly ScreenKey[]
  /**
   * Chooses the present row unless it is chosen, for an action on many that is asked for while none is; false
   * without one.
   */
  pick: () => boolean
}

type Box = RefObject<HTMLElement | null>

/**
 * The row of each table that last had the focus, by its index, and the table that had it last: keys go on
 * there.
 */
const lastRow = new WeakMap<HTMLElement, string>()
let lastBox: HTMLElement | null = null

const boxNow = (box: Box): HTMLElement | null => (lastBox?.isConnected ? lastBox : box.current)
const rowsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('tbody tr[data-index]') ?? []),
]
/** The row that has the focus, or had it last; the focus may have come before the table listened. */
const isPresent = (box: HTMLElement) => {
  const focused = document.activeElement?.closest<HTMLElement>('tbody tr[data-index]')
  const index = focused && box.contains(focused) ? focused.dataset.index : lastRow.get(box)
  return (row: HTMLElement) => row.dataset.index === index
}
const getCheckbox = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? undefined

/** Remembers of a table the row that has the focus. */
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
 * Keys over the rows `tr[data-index]` in a box: each has one link, and one checkbox where rows can be chosen.
 * Of several tables on a screen the keys mean the one that last had the focus.
 */
export function useRowKeys(ownBox: Box): RowKeys {
  useLastRow(ownBox)
  return useMemo(() => {
    const present = () => {
      const box = boxNow(ownBox)
      return box ? rowsIn(box).find(isPresent(box)) : undefined
    }
    const move = (step: number) => {
      const box = boxNow(ownBox)
      if (!box) return
      const rows = rowsIn(box)
      const index = rows.findIndex(isPresent(box))
      const to = index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)
      const target = rows[to]?.querySelector<HTMLElement>('a')
      target?.focus()
      target?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    }
    const choose = () => getCheckbox(present())?.click()
    return {
      keys: [
        { key: 'j', label: 'Next row', run: () => move(1) },
        { key: 'k', label: 'Row before', run: () => move(-1) },
        { key: 'Enter', label: 'Open the row', run: () => present()?.querySelector('a')?.click() },
        { key: 'x', label: 'Choose the row', run: choose },
      ],
      pick: () => {
        if (getCheckbox(present())?.checked === false) choose()
        return getCheckbox(present()) !== undefined
      },
    }
  }, [ownBox])
}
