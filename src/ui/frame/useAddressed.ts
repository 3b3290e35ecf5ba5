import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { addressQuery, changeQuery } from './address.ts'

/**
 * Keeps a choice in the address under `name`, such as a tab or a drill-down: back, reload and a shared link
 * show the same. If `known` values are given, any other counts as the initial one.
 */
export function useAddressed(name: string, initial: string, validValues?: readonly string[]) {
  const location = useLocation()
  const addressed = () => addressQuery().get(name) ?? initial
  const [value, setValue] = useState(addressed)
  const [visit, setVisit] = useState(location)
  // Another visit of the same screen, by a link, by going back or by a typed address, may say otherwise;
  // typed ones have no
  // key of their own.
  if (visit !== location) {
    setVisit(location)
    setValue(addressed())
  }
  useEffect(() => {
    changeQuery((query) => (value === initial ? query.delete(name) : query.set(name, value)))
  }, [name, value, initial])
  return [validValues && !validValues.includes(value) ? initial : value, setValue] as const
}
