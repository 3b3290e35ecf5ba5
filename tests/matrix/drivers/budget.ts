import { budgets } from '#features/statements/budget/model/budgets.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(budgets)
