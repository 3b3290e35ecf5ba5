import { allowances } from '#modules/compliance/utilityAllowance/model/allowances.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(allowances)
