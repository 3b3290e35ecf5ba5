import type { PermissionKey } from '#kernel/model/access.ts'
import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'

/** A screen in the menu of a property, shown to people with the permission there. */
export type PropertyPlace = {
  label: string
  order: number
  to: (propertyId: number) => string
  permission?: PermissionKey
}

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** The module's screens for the menu of a property. */
    propertyPlaces?: readonly PropertyPlace[]
  }
}

/** The screens of all modules in the menu of a property, in order. */
export const getPropertyPlaces = slot('propertyPlaces', inOrder)
