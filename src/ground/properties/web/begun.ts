import type { PermissionKey } from '#kernel/model/access.ts'

/** Something that may be filed at a property, and by whom. */
export type BegunAtProperty = {
  label: string
  to: (propertyId: number) => string
  /** What its writers hold at the property; everybody who writes where it is left out. */
  permission?: PermissionKey
  order: number
}

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What may be begun at a property. */
    begunAtProperty?: readonly BegunAtProperty[]
  }
}

let known: readonly BegunAtProperty[] = []

/** Takes what may be begun at a property. */
export function setBegun(given: readonly BegunAtProperty[]): void {
  known = given.toSorted((one, other) => one.order - other.order)
}

/** What may be begun at a property, in order. */
export const begunAtProperty = (): readonly BegunAtProperty[] => known
