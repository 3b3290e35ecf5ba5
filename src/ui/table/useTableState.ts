import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { addressQuery, changeQuery } from '../frame/address.ts'
import { readList, writeList } from './listAddress.ts'
import { changeTableState, initialTableState, readTableState, type TableState } from './tableState.ts'

/**
 * The key of a table in session storage, and its name in the address, which is null if it has no entries
 * there.
 */
type Place = { memory: string; list: string | null }

/**
 * Provides the state of a table, the function that changes it, and whether it is still the initial state.
 * Differences from the initial state are in the address, so that going back, reloading and a shared link show
 * the same rows. Without an entry in the address, the state of the session is restored (UI-08).
 */
export function useTableState({ memory, list }: Place, overrides: Partial<TableState>) {
  const { key } = useLocation()
  const [initial] = useState<TableState>({ ...initialTableState, ...overrides })
  const readAddress = () => (list === null ? null : readList(addressQuery(), list, initial))
  const [state, setState] = useState(() => {
    const item = sessionStorage.getItem(memory)
    const before = item === null ? initial : readTableState(item, initial)
    const tableState = readAddress()
    return tableState ? { ...tableState, hidden: before.hidden } : before
  })
  const change = useCallback(
    (next: Partial<TableState>) => setState((current) => changeTableState(current, next)),
    [],
  )
  const [visit, setVisit] = useState(key)
  // Another visit of the same screen, by a link or by going back, can have another state.
  if (visit !== key) {
    setVisit(key)
    const tableState = readAddress()
    if (tableState) setState({ ...tableState, hidden: state.hidden })
  }
  useEffect(() => {
    sessionStorage.setItem(memory, JSON.stringify(state))
    if (list !== null && visit) changeQuery((query) => writeList(query, list, state, initial))
  }, [memory, list, state, initial, visit])
  return [state, change, state === initial] as const
}
