import { type Grants, hasPermission, type PermissionKey } from '#kernel/model/access.ts'
import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'

/** A kind of record that users can start at a property. */
export type RecordKind = {
  /** The name of the kind, under which its list offers a new record. */
  kind: string
  /** The module's number, by which the agency configures where records of the kind are filed. */
  moduleId: number
  label: string
  /** The path of the new draft, or of the property's list of periods if the kind belongs to a period. */
  to: (propertyId: number) => string
  /** The permission needed at the property. Without one, anyone who may write anything there may start it. */
  permission?: PermissionKey
  order: number
}

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** The module's kinds of records that users can start at a property. */
    begunAtProperty?: readonly RecordKind[]
  }
}

/** The kinds of records of all modules that users can start at a property, in order. */
export const getRecordKinds = slot('begunAtProperty', inOrder)

/** The kinds of records that a user may start at some property. */
export const getStartableKinds = (grants: Grants): readonly RecordKind[] =>
  getRecordKinds().filter(({ permission }) => !permission || hasPermission(grants, permission, 'write'))

/** The path of the screen on which the user chooses the property of a new record. */
export const getNewRecordPath = (kind: string): string => `/New/${kind}`

/** The label of the button that starts a record, such as `New budget`. */
export const getNewRecordLabel = ({ label }: Pick<RecordKind, 'label'>): string =>
  `New ${/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`
