/** What both sides and the first screens know of budgets. */
export const facts = {
  name: 'budget',
  label: 'Budget',
  module: 'Budget',
  permission: 'Budget',
  queue: '/budget/list/admin',
  open: '/budget/view/:projectId/:budgetYear',
} as const
