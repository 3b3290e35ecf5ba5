import type { PermissionKey } from '#kernel/model/access.ts'
import type { WebModule } from '#kernel/web/module.ts'

/** A screen of one property that its menu leads to, for those who hold the permission there. */
export type PropertyPlace = {
  label: string
  order: number
  to: (propertyId: number) => string
  permission?: PermissionKey
}

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** Its screens of one property, for the property's menu. */
    propertyPlaces?: readonly PropertyPlace[]
  }
}

/** What a property's menu leads to, in order. */
export let propertyPlaces: readonly PropertyPlace[] = []

/** Takes what the modules show of a property. */
export function setPropertyPlaces(modules: readonly WebModule[]): void {
  propertyPlaces = modules.flatMap((one) => one.propertyPlaces ?? []).sort((a, b) => a.order - b.order)
}
