import type { PermissionKey } from '#kernel/model/access.ts'

declare module '#kernel/model/access.ts' {
  /** Keys of the specification that no subject uses yet; a new subject takes its line along. */
  interface PermissionKeys {
    OperatingReserve: true
  }
}

/**
 * The words of the permission keys, in the order of the specification (NAV-08). A key that a subject declares
 * and that has no words here does not compile, nor does one here that no subject declares.
 */
export const keyLabels: Readonly<Record<PermissionKey, string>> = {
  Occupancy: 'Occupancy',
  Utility_Allowance: 'Utility allowance',
  AFS: 'AFS',
  Replacement_Reserve: 'Replacement reserve',
  OperatingReserve: 'Operating reserve',
  Budget: 'Budget',
  Insurance_Claim: 'Insurance claim',
  Compliance_Forms: 'Compliance forms',
  Rent_Increase: 'Rent increase',
  EquityFigures: 'Equity figures',
  Inspection: 'Inspection',
  AHL: 'AHL',
  Global_Admin: 'Everything (Global_Admin)',
}

/** A permission key in words, as it may come from a record. */
export const keyLabel = (key: string): string => (keyLabels as Readonly<Record<string, string>>)[key] ?? key

/** Every permission key: the columns of the permissions grid, and what an entry may name. */
export const permissionKeys = Object.keys(keyLabels) as [PermissionKey, ...PermissionKey[]]
