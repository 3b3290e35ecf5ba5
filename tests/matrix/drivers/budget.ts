import { budgets } from '#modules/budget/model/budgets.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(budgets)
