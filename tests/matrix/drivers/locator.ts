import { listings } from '#features/compliance/locator/model/listings.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(listings)
