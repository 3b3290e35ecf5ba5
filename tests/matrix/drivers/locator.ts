import { listings } from '#modules/compliance/locator/model/listings.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(listings)
