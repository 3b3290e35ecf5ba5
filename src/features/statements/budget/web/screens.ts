import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts
const lists = {
  admin: () => import('./AdminList.tsx'),
  property: () => import('./PropertyBudgets.tsx'),
  user: () => import('./UserList.tsx'),
}
const worksheet = () => import('./Budget.tsx')

/** The screens of budgets. Old and new paths lead to the same screens (reading B3). */
export const screens = [
  screen(facts.open, 'Budget', worksheet, { permission }),
  screen('/BudgetWorksheet/:projectId/:budgetYear', 'Budget', worksheet, { permission }),
  screen(facts.queue, 'Budgets', lists.admin, { permission }),
  screen('/BudgetListAdmin', 'Budgets', lists.admin, { permission }),
  screen('/budget/list/project/:projectId', 'Budgets of a property', lists.property, { permission }),
  screen('/BudgetList/:id', 'Budgets of a property', lists.property, { permission, property: 'id' }),
  screen('/BudgetProjectHeader/:id', 'Budgets of a property', lists.property, { permission, property: 'id' }),
  screen('/budget/list/user/:id', 'Properties to budget for', lists.user, { permission }),
  screen('/BudgetProjectList/:id', 'Properties to budget for', lists.user, { permission }),
]
