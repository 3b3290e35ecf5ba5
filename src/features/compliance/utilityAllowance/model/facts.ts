/** The names and paths of utility allowances that server, screens and the start of the app share. */
export const allowanceFacts = {
  name: 'utilityAllowance',
  label: 'Utility allowance',
  module: 'UtilityAllowance',
  permission: 'Utility_Allowance',
  /** The list of a user's properties; 0 means the caller. */
  queue: '/utilityAllowance/list/0',
  open: '/utilityAllowance/view/:projectId/:utilityAllowanceId',
} as const

/** Returns the path to the allowances of one property. */
export const getPropertyAllowancesPath = (propertyId: number | null | undefined): string =>
  `/utilityAllowance/list/project/${propertyId ?? 0}`
