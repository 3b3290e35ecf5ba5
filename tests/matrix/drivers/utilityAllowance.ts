import { allowances } from '#features/compliance/utilityAllowance/model/allowances.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(allowances)
