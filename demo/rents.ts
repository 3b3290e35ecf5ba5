import { drawBetween } from './chance.ts'
import { readColumn, readLines } from './csv.ts'
import type { FairMarketRent, IncomeLimit, Property, Rent } from './types.ts'

const readCountyYears = (fileName: string) =>
  readLines(fileName)
    // HUD lists the St. Louis part of Crawford County under a separate code, which is not a county.
    .filter((line) => readColumn(line, 'county_fips') !== '29056')
    .map((line) => ({
      line,
      countyFips: readColumn(line, 'county_fips'),
      fiscalYear: Number(readColumn(line, 'fiscal_year')),
    }))

/** HUD fair market rents of fiscal years 2025 and 2026, for none to four bedrooms. */
export const fairMarketRents: FairMarketRent[] = readCountyYears('fmr-mo.csv').map(({ line, ...year }) => ({
  ...year,
  amounts: [0, 1, 2, 3, 4].map((bedrooms) => Number(readColumn(line, `fmr_${bedrooms}br`))),
}))

/**
 * HUD income limits of fiscal years 2024 to 2026, for one to eight persons. The limits of 60 percent are 1.2
 * times those of 50 percent.
 */
export const incomeLimits: IncomeLimit[] = readCountyYears('income-limits-mo-2024-2026.csv').flatMap(
  ({ line, ...year }) => {
    const amounts = (prefix: string): number[] =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((persons) => Number(readColumn(line, `${prefix}_${persons}p`)))
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
 * Computes the maximum of rent and utilities under the 60 percent limit, in whole dollars a month: 30
 * percent of the income limit of the household for which the unit is meant. That is one person in a studio,
 * and one and a half persons for each bedroom.
 */
function computeMaxRent(limits: readonly number[], bedrooms: number): number {
  const persons = bedrooms === 0 ? 1 : bedrooms * 1.5
  const [low, high] = [limits[Math.floor(persons) - 1] ?? 0, limits[Math.ceil(persons) - 1] ?? 0]
  return Math.floor((((low + high) / 2) * 0.3) / 12)
}

/** Invents the allowance for the utilities that a household pays itself, in dollars a month. */
const inventUtilityAllowance = (bedrooms: number): number => 46 + bedrooms * 21

/**
 * The maximum yearly rent increase in percent. It is the lowest limit of the agency, which applies to
 * elderly properties.
 */
const MAX_YEARLY_RISE_PERCENT = 3

/**
 * Returns the rents of a unit size from 2025 and from 2026 on. They are below HUD's fair market rent and the
 * tax-credit limit of the county, and rise by no more than the agency allows. `share` is the percentage of
 * that ceiling that the property charges.
 */
export function getRents(countyFips: string, bedrooms: number, share: number): Rent[] {
  const [before, now] = [2025, 2026].map((year) => {
    const market = marketByCounty.get(rentKey(countyFips, year))?.[bedrooms]
    const limits = limitByCounty.get(rentKey(countyFips, year))
    if (market === undefined || !limits)
      throw new Error(`HUD gives no rents for county ${countyFips} in ${year}`)
    const ceiling = Math.min(market, computeMaxRent(limits, bedrooms)) - inventUtilityAllowance(bedrooms)
    return {
      effectiveDate: `${year}-01-01`,
      rent: Math.round((ceiling * share) / 100),
      utilityAllowance: inventUtilityAllowance(bedrooms),
      incomeLimitPercent: 60,
    }
  }) as [Rent, Rent]
  return [
    before,
    { ...now, rent: Math.min(now.rent, Math.floor((before.rent * (100 + MAX_YEARLY_RISE_PERCENT)) / 100)) },
  ]
}

/**
 * Invents the percentage of the ceiling that a property charges. Rural and assisted properties charge less.
 */
export const inventRentShare = (key: string, assisted: boolean): number =>
  assisted ? drawBetween(`share ${key}`, 66, 84) : drawBetween(`share ${key}`, 82, 97)

/** The ids of rent types in the portal. */
const LIHTC_60 = 5
const HOME_LOW = 8
const RURAL_DEVELOPMENT = 13
const SECTION_8 = 14

/**
 * Returns the rent types of units of one size, each with its part of the rent. Tax-credit units rent at 60
 * percent. A third of them are HOME units at a lower rent if the property has HOME money and, invented, at
 * every fourth property.
 */
export function getRentTypes(
  { id, federalTypes }: Property,
  units: number,
): { rentTypeId: number; units: number | null; part: number }[] {
  const hasProgram = (word: string) => federalTypes.some(({ name }) => name.includes(word))
  if (hasProgram('Rural Development')) return [{ rentTypeId: RURAL_DEVELOPMENT, units: null, part: 1 }]
  if (!hasProgram('LIHTC') && !hasProgram('TCEP')) return [{ rentTypeId: SECTION_8, units: null, part: 1 }]
  const creditRents = { rentTypeId: LIHTC_60, units: null, part: 1 }
  const homeUnits = Math.floor(units / 3)
  return homeUnits >= 3 && (hasProgram('HOME') || id % 4 === 0)
    ? [creditRents, { rentTypeId: HOME_LOW, units: homeUnits, part: 0.82 }]
    : [creditRents]
}
