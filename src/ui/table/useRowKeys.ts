import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { ScreenKey } from '../frame/keys.ts'

/** The way through the rows of a table by keys. The present row is the one that last had the focus. */
export type RowKeys = {
  keys: readonly ScreenKey[]
  /** Chooses the present row unless it is chosen, for a deed on many that is asked for while none is; false without one. */
  pick: () => boolean
}

const rowsIn = (box: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(box.current?.querySelectorAll<HTMLElement>('tbody tr[data-index]') ?? []),
]
const boxOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? undefined

/** Keys over the rows `tr[data-index]` in a box: each has one link, and one checkbox where rows can be chosen. */
export function useRowKeys(box: RefObject<HTMLElement | null>): RowKeys {
  const last = useRef<string | undefined>(undefined)
  useEffect(() => {
    const element = box.current
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tbody tr[data-index]') : null
      if (row) last.current = row.dataset.index
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [box])
  return useMemo(() => {
    const present = () => rowsIn(box).find((row) => row.dataset.index === last.current)
    const move = (by: number) => {
      const rows = rowsIn(box)
      const at = rows.findIndex((row) => row.dataset.index === last.current)
      const to = at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
      const target = rows[to]?.querySelector<HTMLElement>('a')
      target?.focus()
      target?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    }
    const choose = () => boxOf(present())?.click()
    return {
      keys: [
        { key: 'j', label: 'Next row', run: () => move(1) },
        { key: 'k', label: 'Row before', run: () => move(-1) },
        { key: 'Enter', label: 'Open the row', run: () => present()?.querySelector('a')?.click() },
        { key: 'x', label: 'Choose the row', run: choose },
      ],
      pick: () => {
        if (boxOf(present())?.checked === false) choose()
        return boxOf(present()) !== undefined
      },
    }
  }, [box])
}
