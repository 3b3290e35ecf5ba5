/** The names and paths of budgets that server, browser and the first screens share. */
export const facts = {
  name: 'budget',
  label: 'Budget',
  module: 'Budget',
  permission: 'Budget',
  queue: '/budget/list/admin',
  open: '/budget/view/:projectId/:budgetYear',
} as const
