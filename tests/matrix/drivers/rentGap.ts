import { applications } from '#features/rents/rentGap/model/applications.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(applications)
