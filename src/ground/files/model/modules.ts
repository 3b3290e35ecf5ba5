import type { PermissionKey } from '#kernel/model/access.ts'

/** A part of the portal that files belong to, and the permission that opens them. */
export type FileModule = {
  name: string
  /** What one of its records is called on the screen; the name when left out. */
  label?: string
  /** Null: any tie to the property lets one read; only super users and the agency write. */
  key: PermissionKey | null
  /** Files without a property, which no company sees. */
  agencyOnly: boolean
  /** Files of a company as such, without a property: its people read them, its primary users keep them. */
  ofCompany?: boolean
}

/** Every module that keeps files. Others add their line here. */
export const fileModules: readonly FileModule[] = [
  { name: 'Replacement_Reserve', label: 'Replacement reserve request', key: 'Replacement_Reserve', agencyOnly: false },
  { name: 'Property', key: null, agencyOnly: false },
  { name: 'Vendor', key: null, agencyOnly: true },
  { name: 'Contact_Change', key: null, agencyOnly: false },
  { name: 'Company', key: null, agencyOnly: false, ofCompany: true },
]

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

/** The module of a name, without regard to case and underscores; undefined when there is none. */
export const fileModuleOf = (name: string): FileModule | undefined =>
  fileModules.find((one) => plain(one.name) === plain(name))
