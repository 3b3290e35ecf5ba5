import { useEffect } from 'react'
import { useFormParts } from '../../form/formContext.ts'
import { changeQuery } from '../../frame/address.ts'
import { useAddressed } from '../../frame/useAddressed.ts'

/**
 * The part of a desk that is shown; it is part of the address. A fault that is followed from the error
 * summary opens the part of its field, `getPart`. Keep `known` and `getPart` stable.
 */
export function usePart(validParts: readonly string[], getPart: (field: string) => string) {
  const [part, setPart] = useAddressed('part', validParts[0] ?? '', validParts)
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
