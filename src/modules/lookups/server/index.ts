import { sql } from 'kysely'
import type { Fault } from '#kernel/model/refusals.ts'
import { serveController, serveFixedList } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  checkLocation,
  checkZip,
  getAgency, getByZip,
  lookupControllers,
  propertyStatuses,
  sampleData,
  statuses,
} from '../model/calls.ts'
import './tables.ts'

const fiveDigits = (zip: string): string => zip.trim().slice(0, 5)

const placesOf = (context: AnyContext, zip: string) =>
  context.db
    .selectFrom('zipCode')
    .innerJoin('county', 'county.countyId', 'zipCode.countyId')
    .select(['zipCode.zip', 'zipCode.city', 'zipCode.countyId', 'county.name as countyName', 'zipCode.isPrimary'])
    .where('zipCode.zip', '=', fiveDigits(zip))
    .orderBy('isPrimary', 'desc')
    .orderBy('county.name')
    .execute()

const countyWord = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/\s+(county|city)$/, '')
    .replace(/^saint /, 'st. ')

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
    const { city, county, zip } = context.query
    const faults: Fault[] = []
    const places = zip ? await placesOf(context, zip) : []
    if (zip && places.length === 0) faults.push({ field: 'zip', message: 'This ZIP code is not in the state.' })
    if (county && places.length > 0 && !places.some((one) => countyWord(one.countyName) === countyWord(county))) {
      faults.push({
        field: 'county',
        message: `ZIP code ${zip} lies in ${places.map((one) => one.countyName).join(' or ')}.`,
      })
    }
    if (city) {
      const known = await context.db
        .selectFrom('city')
        .innerJoin('county', 'county.countyId', 'city.countyId')
        .select('county.name')
        .where(sql`lower(city.name)`, '=', city.trim().toLowerCase())
        .execute()
      if (known.length === 0 && !places.some((one) => one.city?.toLowerCase() === city.trim().toLowerCase())) {
        faults.push({ field: 'city', message: `No place named ${city} is known in the state.` })
      } else if (county && known.length > 0 && !known.some((one) => countyWord(one.name) === countyWord(county))) {
        faults.push({ field: 'city', message: `${city} lies in ${known.map((one) => one.name).join(' or ')}.` })
      }
    }
    return { fits: faults.length === 0, faults }
  }),
]
