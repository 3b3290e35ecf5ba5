import { records } from '#features/capital/program2013/model/records.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(records)
