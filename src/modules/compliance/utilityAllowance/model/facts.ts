/** What both sides and the first screens know of utility allowances. */
export const facts = {
  name: 'utilityAllowance',
  label: 'Utility allowance',
  module: 'UtilityAllowance',
  permission: 'Utility_Allowance',
  /** 0 is the caller. */
  queue: '/utilityAllowance/list/0',
  open: '/utilityAllowance/view/:projectId/:utilityAllowanceId',
} as const

/** The allowances of one property. */
export const listPath = (propertyId: number | null | undefined): string =>
  `/utilityAllowance/list/project/${propertyId ?? 0}`
