import { useCallback, useEffect, useState } from 'react'
import { changeTableState, initialTableState, readTableState, type TableState } from './tableState.ts'

/** A named setting of a table, kept in local storage. */
export type SavedView = { name: string; state: Partial<TableState> }

/** The state of a table, remembered under `key` in session storage (UI-08), and the way to change it. */
export function useTableState(key: string, initial: Partial<TableState>) {
  const [state, setState] = useState(() =>
    readTableState(sessionStorage.getItem(key), { ...initialTableState, ...initial }),
  )
  const change = useCallback((next: Partial<TableState>) => setState((current) => changeTableState(current, next)), [])
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify(state))
  }, [key, state])
  return [state, change] as const
}

function readViews(key: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter((view) => typeof view?.name === 'string')
      .map((view) => ({ name: view.name, state: readTableState(JSON.stringify(view.state)) }))
  } catch {
    return [] // A broken store is as good as an empty one; the next save mends it.
  }
}

/** The saved views of a table, by name, with the ways to save (replacing one of the same name) and to delete. */
export function useSavedViews(key: string) {
  const [views, setViews] = useState(() => readViews(key))
  const store = (next: SavedView[]) => {
    setViews(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (name: string, state: TableState) =>
      store([...without(name), { name, state: { ...state, page: 1 } }].sort((a, b) => a.name.localeCompare(b.name))),
    remove: (name: string) => store(without(name)),
  }
}
