import { extensions } from '#modules/compliance/extensions/model/extensions.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(extensions)
