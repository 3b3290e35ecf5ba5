import type { Places } from '../places.ts'

/** The newest budget of the property, else the year its next is begun for. */
const year: Places[string] = async (owner, propertyId) => {
  const result = await owner.query<{ year: number | null }>(
    'select max(budget_year) as year from budget where property_id = $1',
    [propertyId],
  )
  return { budgetYear: result.rows[0]?.year ?? new Date().getFullYear() + 1 }
}
const property: Places[string] = async (_, propertyId) => ({ id: propertyId, propertyId })
/** Of whoever asks. */
const anyone: Places[string] = async () => ({ id: 0 })

export const places: Places = {
  '/budget/view/:projectId/:budgetYear': year,
  '/BudgetWorksheet/:projectId/:budgetYear': year,
  '/BudgetList/:id': property,
  '/BudgetProjectHeader/:id': property,
  '/budget/list/user/:id': anyone,
  '/BudgetProjectList/:id': anyone,
}
