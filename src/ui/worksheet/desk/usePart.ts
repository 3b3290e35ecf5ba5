import { useEffect } from 'react'
import { useFormParts } from '../../form/formContext.ts'
import { changeQuery } from '../../frame/address.ts'
import { useAddressValue } from '../../frame/useAddressed.ts'

/**
 * Returns the displayed part of a desk, which is in the address, and the function that changes it. A link of
 * the error summary opens the part that `getPart` returns for the field. `validParts` and `getPart` must be
 * stable.
 */
export function usePart(validParts: readonly string[], getPart: (field: string) => string) {
  const [part, setPart] = useAddressValue('part', validParts[0] ?? '', validParts)
  const { followers } = useFormParts()
  useEffect(() => {
    const open = (field: string) => setPart(getPart(field))
    followers.add(open)
    return () => void followers.delete(open)
  }, [followers, getPart, setPart])
  const go = (next: string) => {
    setPart(next)
    changeQuery((query) => query.delete('account'))
  }
  return [part, go] as const
}
