import { serveController, serveFixedList } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import {
  checkLocation,
  checkZip,
  getAgency,
  getByZip,
  lookupControllers,
  propertyStatuses,
  statuses,
} from '../model/calls.ts'
import { locationFaults, placesOf } from './location.ts'
import { sampleData } from './sampleData.ts'
import './tables.ts'

export { locationFaults } from './location.ts'

/** Everything the lookups module answers. */
export const served: Served[] = [
  ...lookupControllers.flatMap((one) => serveController(one)),
  ...[statuses, propertyStatuses, sampleData].flatMap(serveFixedList),

  serve(getAgency, async ({ services: { config } }) => ({
    shortName: config.agencyShortName,
    name: config.agencyName,
    addressLines: config.agencyAddress,
    zone: config.agencyZone,
  })),

  serve(checkZip, async (context) => (await placesOf(context, context.params.zip)).length > 0),

  serve(getByZip, (context) => placesOf(context, context.params.zip)),

  serve(checkLocation, async (context) => {
    const faults = await locationFaults(context, context.query)
    return { fits: faults.length === 0, faults }
  }),
]
