import type { PermissionKey } from '#kernel/model/access.ts'

declare module '#kernel/model/access.ts' {
  /**
   * Keys of the specification that no module uses yet. A module that begins to use one declares it itself.
   */
  interface PermissionKeys {
    OperatingReserve: true
  }
}

/**
 * The labels of the permission keys, in the order of the specification (NAV-08). The compiler refuses a
 * declared key without a label and a label without a declared key.
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

/** Returns the label of a permission key, also for an unknown key from an old record. */
export const keyLabel = (key: string): string => (keyLabels as Readonly<Record<string, string>>)[key] ?? key

/** Every permission key: the columns of the permissions grid, and what an entry may name. */
export const permissionKeys = Object.keys(keyLabels) as [PermissionKey, ...PermissionKey[]]
