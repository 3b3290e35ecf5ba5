import { between } from './chance.ts'
import { column, readLines } from './csv.ts'
import type { FairMarketRent, IncomeLimit, Property, Rent } from './types.ts'

const readYears = (fileName: string) =>
  readLines(fileName)
    // HUD lists the St. Louis part of Crawford County under a code of its own, which is no county.
    .filter((line) => column(line, 'county_fips') !== '29056')
    .map((line) => ({
      line,
      countyFips: column(line, 'county_fips'),
      fiscalYear: Number(column(line, 'fiscal_year')),
    }))

/** HUD fair market rents of fiscal years 2025 and 2026, for none to four bedrooms. */
export const fairMarketRents: FairMarketRent[] = readYears('fmr-mo.csv').map(({ line, ...year }) => ({
  ...year,
  amounts: [0, 1, 2, 3, 4].map((bedrooms) => Number(column(line, `fmr_${bedrooms}br`))),
}))

/**
 * HUD income limits of fiscal years 2024 to 2026, for one to eight persons; 60 percent is 1.2 times 50
 * percent.
 */
export const incomeLimits: IncomeLimit[] = readYears('income-limits-mo-2024-2026.csv').flatMap(
  ({ line, ...year }) => {
    const amounts = (prefix: string): number[] =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((persons) => Number(column(line, `${prefix}_${persons}p`)))
    return [
      { ...year, percent: 30, amounts: amounts('eli') },
      { ...year, percent: 50, amounts: amounts('vli50') },
      { ...year, percent: 60, amounts: amounts('vli50').map((amount) => Math.round(amount * 1.2)) },
      { ...year, percent: 80, amounts: amounts('li80') },
    ]
  },
)

const rentKey = (fips: string, year: number): string => `${fips} ${year}`
const marketByCounty = new Map(
  fairMarketRents.map((row) => [rentKey(row.countyFips, row.fiscalYear), row.amounts]),
)
const limitByCounty = new Map(
  incomeLimits
    .filter((row) => row.percent === 60)
    .map((row) => [rentKey(row.countyFips, row.fiscalYear), row.amounts]),
)

/**
 * The most a household of the size a unit is meant for may pay in rent and utilities: 30 percent of the 60
 * percent limit; one person for a studio, one and a half for each bedroom. Whole dollars a month.
 */
function greatestRent(limits: readonly number[], bedrooms: number): number {
  const persons = bedrooms === 0 ? 1 : bedrooms * 1.5
  const [low, high] = [limits[Math.floor(persons) - 1] ?? 0, limits[Math.ceil(persons) - 1] ?? 0]
  return Math.floor((((low + high) / 2) * 0.3) / 12)
}

/** A modest allowance for the utilities a household pays itself. Invented. */
const utilityAllowance = (bedrooms: number): number => 46 + bedrooms * 21

/** The lowest of the caps on a rent increase, in percent: that of elderly properties. */
const MOST_RISE = 3

/**
 * The rents of a unit size from 2025 and 2026 on: below both HUD's fair market rent and the tax-credit limit
 * of the county, and in no year raised by more than the agency allows. `share` is the part of that ceiling
 * charged, in percent.
 */
export function getRents(countyFips: string, bedrooms: number, share: number): Rent[] {
  const [before, now] = [2025, 2026].map((year) => {
    const market = marketByCounty.get(rentKey(countyFips, year))?.[bedrooms]
    const limits = limitByCounty.get(rentKey(countyFips, year))
    if (market === undefined || !limits)
      throw new Error(`HUD gives no rents for county ${countyFips} in ${year}`)
    const ceiling = Math.min(market, greatestRent(limits, bedrooms)) - utilityAllowance(bedrooms)
    return {
      effectiveDate: `${year}-01-01`,
      rent: Math.round((ceiling * share) / 100),
      utilityAllowance: utilityAllowance(bedrooms),
      incomeLimitPercent: 60,
    }
  }) as [Rent, Rent]
  return [before, { ...now, rent: Math.min(now.rent, Math.floor((before.rent * (100 + MOST_RISE)) / 100)) }]
}

/** The part of the ceiling a property charges: rural and assisted ones less. Invented. */
export const rentShare = (key: string, assisted: boolean): number =>
  assisted ? between(`share ${key}`, 66, 84) : between(`share ${key}`, 82, 97)

/** Rent types as the portal numbers them. */
const LIHTC_60 = 5
const HOME_LOW = 8
const RURAL_DEVELOPMENT = 13
const SECTION_8 = 14

/**
 * Under which programs the units of a property rent, each with its part of the rent: tax-credit units at 60
 * percent, a third of the larger sizes as HOME units at the lower rent where HOME money went in or, invented,
 * at every fourth one.
 */
export function getRentTypes(
  { id, federalTypes }: Property,
  units: number,
): { rentTypeId: number; units: number | null; part: number }[] {
  const has = (word: string) => federalTypes.some(({ name }) => name.includes(word))
  if (has('Rural Development')) return [{ rentTypeId: RURAL_DEVELOPMENT, units: null, part: 1 }]
  if (!has('LIHTC') && !has('TCEP')) return [{ rentTypeId: SECTION_8, units: null, part: 1 }]
  const credited = { rentTypeId: LIHTC_60, units: null, part: 1 }
  const home = Math.floor(units / 3)
  return home >= 3 && (has('HOME') || id % 4 === 0)
    ? [credited, { rentTypeId: HOME_LOW, units: home, part: 0.82 }]
    : [credited]
}
