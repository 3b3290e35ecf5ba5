import { suspensions } from '#modules/reserveSuspension/model/suspensions.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(suspensions)
