import { useEffect } from 'react'
import { useFormParts } from '../../form/formContext.ts'
import { changeQuery } from '../../frame/address.ts'
import { useAddressed } from '../../frame/useAddressed.ts'

/**
 * The part of a desk that is shown; it stands in the address. A fault that is followed from the error summary opens the
 * part of its field, `partOf`. Keep `known` and `partOf` stable.
 */
export function usePart(known: readonly string[], partOf: (field: string) => string) {
  const [part, setPart] = useAddressed('part', known[0] ?? '', known)
  const { followers } = useFormParts()
  useEffect(() => {
    const open = (field: string) => setPart(partOf(field))
    followers.add(open)
    return () => void followers.delete(open)
  }, [followers, partOf, setPart])
  const go = (next: string) => {
    setPart(next)
    changeQuery((query) => query.delete('account'))
  }
  return [part, go] as const
}
