import { company } from '#kernel/model/access.ts'
import { useHolds, useMay } from '#ui/frame/hooks.ts'

/**
 * Returns whether the user may request changes of contacts: a primary user for the company, a main user for a
 * property.
 */
export function useMayRequestChanges(propertyId: number | null = null): boolean {
  const atProperty = useHolds('Global_Admin', 'write', propertyId ?? undefined)
  const ofCompany = useMay({ access: company('write') })
  return propertyId === null ? ofCompany : atProperty
}
