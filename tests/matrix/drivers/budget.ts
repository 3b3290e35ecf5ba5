import { budgets } from '#modules/statements/budget/model/budgets.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(budgets)
