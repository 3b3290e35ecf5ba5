import { completions } from '#features/reserves/reserveCompletion/model/completions.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(completions)
