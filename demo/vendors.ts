import { addDays } from '#kernel/model/dates.ts'
import { drawBetween, drawChance } from './chance.ts'
import { getDomain, inventPhone } from './companies.ts'
import { cities, counties, zipCodes } from './geography.ts'
import type { Vendor } from './types.ts'

/** The trades, each with the categories of work for which it is hired. */
export const trades: readonly { name: string; categories: readonly string[] }[] = [
  { name: 'Roofing', categories: ['Roof'] },
  { name: 'Heating and Cooling', categories: ['Heating and cooling'] },
  { name: 'Appliance Supply', categories: ['Appliances', 'Appliance parts and small motors'] },
  { name: 'Flooring', categories: ['Flooring'] },
  { name: 'Windows and Doors', categories: ['Windows and doors'] },
  { name: 'Plumbing', categories: ['Plumbing'] },
  { name: 'Electric', categories: ['Electrical', 'Life safety'] },
  { name: 'Paving', categories: ['Site work and paving'] },
  { name: 'Accessibility', categories: ['Accessibility'] },
  { name: 'Cabinets', categories: ['Cabinets and counters'] },
  { name: 'Painting', categories: ['Interior repainting'] },
  { name: 'Property Maintenance', categories: ['Minor repair', 'Routine maintenance', 'Other capital item'] },
]

/** The counties in which there are vendors, which have the county in their names. */
const vendorCounties = [
  'Cole',
  'Boone',
  'Greene',
  'Jackson',
  'St. Louis',
  'Cape Girardeau',
  'Buchanan',
  'Jasper',
  'Phelps',
  'Adair',
]

/** Returns a city and a ZIP code in a county. */
function getHome(countyName: string): { city: string; zip: string } {
  const county = counties.find((row) => row.name === `${countyName} County`)
  const place = zipCodes.find((row) => row.isPrimary && row.city && row.countyFips === county?.fips)
  const city = cities.find((row) => row.countyFips === county?.fips)?.name
  return { city: place?.city ?? city ?? countyName, zip: place?.zip ?? '' }
}

/**
 * Invents 120 vendors: one of each of twelve trades in ten counties. Their names show that they are not
 * real. Most have a W-9 form with a date before `day`. Three are new and not accepted yet.
 */
export function inventVendors(day: string): Vendor[] {
  const vendors = vendorCounties.flatMap((countyName, row) =>
    trades.map((trade, column) => {
      const name = `Demo ${trade.name} of ${countyName} County`
      return {
        id: row * trades.length + column + 1,
        name,
        trade: trade.name,
        ...getHome(countyName),
        phone: inventPhone(name),
        email: `billing@${getDomain(name)}`,
        taxIdLast4: String(drawBetween(`tax ${name}`, 0, 9999)).padStart(4, '0'),
        w9Date: drawChance(`w9 ${name}`, 85) ? addDays(day, -drawBetween(`w9 day ${name}`, 30, 900)) : null,
        requestedBy: null as string | null,
      }
    }),
  )
  // The last ones without a W-9 form wait in the agency's queue of new vendors.
  for (const vendor of vendors.filter((row) => row.w9Date === null).slice(-3))
    vendor.requestedBy = 'company.user'
  return vendors
}
