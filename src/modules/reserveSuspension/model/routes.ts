/** Where suspensions are: their list is a tab of the replacement reserve's. */
export const routes = {
  queue: '/ReplacementReserveMultiNav',
  open: '/R4rSuspensionRequest/edit/:replacementReserveSuspensionId',
  fresh: '/R4rSuspensionRequest/create/:projectId',
}
