import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { addressQuery, changeQuery } from './address.ts'

/**
 * Stores a choice in the address under `name`, such as a tab, so that Back, a reload and a shared link show
 * the same. If `validValues` are given, any other value counts as the initial one.
 */
export function useAddressValue(name: string, initial: string, validValues?: readonly string[]) {
  const location = useLocation()
  const readAddress = () => addressQuery().get(name) ?? initial
  const [value, setValue] = useState(readAddress)
  const [visit, setVisit] = useState(location)
  // Another visit of the same screen, by a link, by going back or by a typed address, can have another value.
  // A visit is compared as an object, because typed addresses have no key of their own.
  if (visit !== location) {
    setVisit(location)
    setValue(readAddress())
  }
  useEffect(() => {
    changeQuery((query) => (value === initial ? query.delete(name) : query.set(name, value)))
  }, [name, value, initial])
  return [validValues && !validValues.includes(value) ? initial : value, setValue] as const
}
