import { extensions } from '#features/compliance/extensions/model/extensions.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(extensions)
