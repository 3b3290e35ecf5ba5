import { addDays } from '#kernel/model/dates.ts'
import { between, chance } from './chance.ts'
import { getDomain, inventPhone } from './companies.ts'
import { cities, counties, zipCodes } from './geography.ts'
import type { Vendor } from './types.ts'

/** Trades, and the categories of work each is hired for. */
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

/** The counties the demonstration's vendors are named for. */
const homes = [
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

function home(countyName: string): { city: string; zip: string } {
  const county = counties.find((row) => row.name === `${countyName} County`)
  const place = zipCodes.find((row) => row.isPrimary && row.city && row.countyFips === county?.fips)
  const city = cities.find((row) => row.countyFips === county?.fips)?.name
  return { city: place?.city ?? city ?? countyName, zip: place?.zip ?? '' }
}

/**
 * Invented firms, a dozen trades in ten counties, named so that nobody takes them for real. Most have a W-9
 * on file, dated before `day`; three are still to be accepted.
 */
export function inventVendors(day: string): Vendor[] {
  const vendors = homes.flatMap((countyName, row) =>
    trades.map((trade, column) => {
      const name = `Demo ${trade.name} of ${countyName} County`
      return {
        id: row * trades.length + column + 1,
        name,
        trade: trade.name,
        ...home(countyName),
        phone: inventPhone(name),
        email: `billing@${getDomain(name)}`,
        taxIdLast4: String(between(`tax ${name}`, 0, 9999)).padStart(4, '0'),
        w9Date: chance(`w9 ${name}`, 85) ? addDays(day, -between(`w9 day ${name}`, 30, 900)) : null,
        requestedBy: null as string | null,
      }
    }),
  )
  // The last ones without a W-9 wait in the agency's queue of new vendors.
  for (const vendor of vendors.filter((row) => row.w9Date === null).slice(-3))
    vendor.requestedBy = 'company.user'
  return vendors
}
