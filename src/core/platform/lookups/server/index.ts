import type { Controller } from '#kernel/model/controller.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { literals } from '#kernel/server/statusSql.ts'
import {
  checkLocation,
  checkZip,
  getAgency,
  getByZip,
  getCountyNames,
  getCountyWithRegion,
  labelLists,
  lookupControllers,
} from '../model/calls.ts'
import { PropertyStatus } from '../model/terms.ts'
import { serveFixedList } from './fixedList.ts'
import { findLocationFaults, loadLookupPlaces } from './location.ts'
import { sampleData } from './sampleData.ts'
import './tables.ts'

export { serveFixedList } from './fixedList.ts'
export { findLocationFaults } from './location.ts'

/** {@link PropertyStatus} as SQL literals: `p.status_id = ${sqlPropertyStatus.Active}`. */
export const sqlPropertyStatus = literals(PropertyStatus)

/** Every call that the lookups module answers. */
export const served: Served[] = [
  ...lookupControllers.flatMap((lookupController: Controller) => serveController(lookupController)),
  ...[...labelLists, sampleData].flatMap(serveFixedList),

  serve(getAgency, async ({ services: { config } }) => ({
    shortName: config.agencyShortName,
    name: config.agencyName,
    addressLines: config.agencyAddress,
    state: config.agencyState,
    zone: config.agencyZone,
  })),

  serve(getCountyWithRegion, async ({ db, params }) => {
    const county = await db
      .selectFrom('county')
      .leftJoin('region', 'region.regionId', 'county.regionId')
      .selectAll('county')
      .select('region.name as regionName')
      .where('countyId', '=', params.countyId)
      .executeTakeFirst()
    return county ?? refuse.notFound('This county')
  }),

  serve(getCountyNames, async ({ db, body }) => {
    const payload = Array.isArray(body) ? body : body.countyIds
    if (payload.length === 0) return []
    const matches = await db
      .selectFrom('county')
      .select(['countyId', 'name'])
      .where('countyId', 'in', payload)
      .execute()
    return matches.toSorted((item, other) => payload.indexOf(item.countyId) - payload.indexOf(other.countyId))
  }),

  serve(checkZip, async (context) => (await loadLookupPlaces(context, context.params.zip)).length > 0),

  serve(getByZip, (context) => loadLookupPlaces(context, context.params.zip)),

  serve(checkLocation, async (context) => {
    const faults = await findLocationFaults(context, context.query)
    return { fits: faults.length === 0, faults }
  }),
]
