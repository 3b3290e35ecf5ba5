import { months } from '#features/statements/quarterlyProgram/model/months.ts'
import { quarters } from '#features/statements/quarterlyProgram/model/quarters.ts'
import { properties } from '#tests/fixture.ts'
import { reviewDriver, statusWays } from '../reviewWays.ts'
import { reason } from '../ways.ts'

/** The URL that changes the seeded quarter of property A (first quarter of 2001). */
const getUrl = (status: number) => `${months.path}/UpdateQuarterStatus/${properties.a}/2001/1/${status}`

export const drivers = {
  ...reviewDriver(months, {
    // The property files the program, regardless of its other requirements.
    around: `update property_requirement set required = true where module_id = 5 and $1 > 0`,
  }),
  ...reviewDriver(quarters, {
    around: `update tcap set status_id = 2 where property_id = (select property_id from tcap_quarter where tcap_quarter_id = $1)`,
    ways: statusWays(
      'UpdateQuarterStatus',
      `${months.path}/UpdateQuarterStatus/:projectId/:year/:quarter/:status`,
      quarters.flow.statuses,
      (_, status) => ({ url: getUrl(status), body: reason }),
    ),
  }),
}
