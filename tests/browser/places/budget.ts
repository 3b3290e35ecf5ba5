import type { ScreenIds } from '../places.ts'

/** The year of the property's newest budget. Without one, it is next year. */
const findYear: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ year: number | null }>(
    'select max(budget_year) as year from budget where property_id = $1',
    [propertyId],
  )
  return { budgetYear: result.rows[0]?.year ?? new Date().getFullYear() + 1 }
}
const getPropertyIds: ScreenIds[string] = async (_, propertyId) => ({ id: propertyId, propertyId })
/** 0 means the list of the visitor's own properties. */
const getOwnList: ScreenIds[string] = async () => ({ id: 0 })

export const places: ScreenIds = {
  '/budget/view/:projectId/:budgetYear': findYear,
  '/BudgetWorksheet/:projectId/:budgetYear': findYear,
  '/BudgetList/:id': getPropertyIds,
  '/BudgetProjectHeader/:id': getPropertyIds,
  '/budget/list/user/:id': getOwnList,
  '/BudgetProjectList/:id': getOwnList,
}
