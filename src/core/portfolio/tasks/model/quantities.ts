import type { Quantity } from '#kernel/model/quantity.ts'

/** The definition of overdue tasks (domain 1.2), which `isOverdueSql` on the server counts. */
export const overdueTasks = {
  name: 'Overdue tasks',
  definition: 'Tasks that must be filed, are not filed, and whose due day, extensions included, has passed.',
  unit: 'tasks',
  population: 'tasks of the properties and types the caller may read',
  asOf: 'today at the agency',
} as const satisfies Quantity
