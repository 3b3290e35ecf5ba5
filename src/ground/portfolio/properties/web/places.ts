import type { PermissionKey } from '#kernel/model/access.ts'
import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'

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

/** The destinations of a property's menu, in order. */
export const propertyPlaces = slot('propertyPlaces', inOrder)
