import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { addressQuery, changeQuery } from '../frame/address.ts'
import { readList, writeList } from './listAddress.ts'
import { changeTableState, initialTableState, readTableState, type TableState } from './tableState.ts'

/**
 * Which table it is: where the session keeps its state, and its name in the address; null for one that is not
 * there.
 */
type Place = { memory: string; list: string | null }

/**
 * Provides the state of a table and the function that changes it. Differences from the initial state are in
 * the address, so that back, reload and a shared link show the same; an address without an entry for the list
 * restores the state of the session (UI-08). Also returns whether the state is still unset.
 */
export function useTableState({ memory, list }: Place, overrides: Partial<TableState>) {
  const { key } = useLocation()
  const [initial] = useState<TableState>({ ...initialTableState, ...overrides })
  const addressed = () => (list === null ? null : readList(addressQuery(), list, initial))
  const [state, setState] = useState(() => {
    const item = sessionStorage.getItem(memory)
    const before = item === null ? initial : readTableState(item, initial)
    const tableState = addressed()
    return tableState ? { ...tableState, hidden: before.hidden } : before
  })
  const change = useCallback(
    (next: Partial<TableState>) => setState((current) => changeTableState(current, next)),
    [],
  )
  const [visit, setVisit] = useState(key)
  // Another visit of the same screen, by a link or by going back, may ask for other rows.
  if (visit !== key) {
    setVisit(key)
    const tableState = addressed()
    if (tableState) setState({ ...tableState, hidden: state.hidden })
  }
  useEffect(() => {
    sessionStorage.setItem(memory, JSON.stringify(state))
    if (list !== null && visit) changeQuery((query) => writeList(query, list, state, initial))
  }, [memory, list, state, initial, visit])
  return [state, change, state === initial] as const
}
