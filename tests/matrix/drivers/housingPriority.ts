import { certifications } from '#features/compliance/housingPriority/model/certifications.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(certifications)
