import { occupancies } from '#features/compliance/occupancy/model/occupancies.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(occupancies, {
  // The property files occupancy, regardless of its other requirements.
  around: `update property_requirement set required = true where module_id = 3 and $1 > 0`,
})
