import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { addressQuery, changeQuery } from '../frame/address.ts'
import { readList, writeList } from './listAddress.ts'
import { changeTableState, initialTableState, readTableState, type TableState } from './tableState.ts'

/** A named setting of a table, kept in local storage. */
export type SavedView = { name: string; state: Partial<TableState> }

/** Which table it is: where the session keeps its state, and its name in the address; null for one that is not there. */
type Place = { memory: string; list: string | null }

/**
 * The state of a table and the way to change it. What differs from the first state stands in the address, so that back,
 * reload and a link that is passed on show the same; a visit whose address says nothing of the list finds it as the
 * session left it (UI-08).
 */
export function useTableState({ memory, list }: Place, given: Partial<TableState>) {
  const { key } = useLocation()
  const [initial] = useState<TableState>({ ...initialTableState, ...given })
  const told = () => (list === null ? null : readList(addressQuery(), list, initial))
  const [state, setState] = useState(() => {
    const kept = readTableState(sessionStorage.getItem(memory), initial)
    const said = told()
    return said ? { ...said, hidden: kept.hidden } : kept
  })
  const change = useCallback((next: Partial<TableState>) => setState((current) => changeTableState(current, next)), [])
  const [visit, setVisit] = useState(key)
  // Another visit of the same screen, by a link or by going back, may ask for other rows.
  if (visit !== key) {
    setVisit(key)
    const said = told()
    if (said) setState({ ...said, hidden: state.hidden })
  }
  useEffect(() => {
    sessionStorage.setItem(memory, JSON.stringify(state))
    if (list !== null && visit) changeQuery((query) => writeList(query, list, state, initial))
  }, [memory, list, state, initial, visit])
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
