import { type Grants, holds, type PermissionKey } from '#kernel/model/access.ts'
import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'

/** Something that may be filed at a property, and by whom. */
export type BegunAtProperty = {
  /** The name of its records; the list of them offers a new one. */
  kind: string
  /** Its number in the list of modules, by which the agency says where it is filed. */
  moduleId: number
  label: string
  /** Where the draft is written; where it is of a period, the list of the property's periods. */
  to: (propertyId: number) => string
  /** The permission to write it at the property; without one, all people who write anything there may. */
  permission?: PermissionKey
  order: number
}

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What may be begun at a property. */
    begunAtProperty?: readonly BegunAtProperty[]
  }
}

/** What may be begun at a property, in order. */
export const begunAtProperty = slot('begunAtProperty', inOrder)

/** The records that a person may begin at some property. */
export const begunBy = (grants: Grants): readonly BegunAtProperty[] =>
  begunAtProperty().filter(({ permission }) => !permission || holds(grants, permission, 'write'))

/** The screen on which the property of a new record is chosen. */
export const newPath = (kind: string): string => `/New/${kind}`

/** What people call beginning one: `New budget`. */
export const newLabel = ({ label }: Pick<BegunAtProperty, 'label'>): string =>
  `New ${/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`
