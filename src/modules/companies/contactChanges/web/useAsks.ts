import { company } from '#kernel/model/access.ts'
import { useHolds, useMay } from '#ui/frame/hooks.ts'

/** The primary users of a company, and the main users of a property, ask for changes of its contacts. */
export function useAsks(propertyId: number | null = null): boolean {
  const atProperty = useHolds('Global_Admin', 'write', propertyId ?? undefined)
  const ofCompany = useMay({ access: company('write') })
  return propertyId === null ? ofCompany : atProperty
}
