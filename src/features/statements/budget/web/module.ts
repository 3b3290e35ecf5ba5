import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts

export default {
  screens,
  navigation: [
    {
      group: 'Money',
      order: 230,
      label: 'Budgets',
      to: facts.queue,
      permission,
      below: ['/budget', '/BudgetWorksheet', '/BudgetList', '/BudgetProject'],
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: TaskType.Budget,
      label: facts.label,
      to: (id) => `/budget/list/project/${id}`,
      permission,
      order: 50,
    },
  ],
  propertyPlaces: [
    { label: 'Budgets', order: 24, to: (propertyId) => `/budget/list/project/${propertyId}`, permission },
  ],
  found: {
    [facts.name]: { heading: 'Budgets', to: ({ propertyId }) => `/budget/list/project/${propertyId}` },
  },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
