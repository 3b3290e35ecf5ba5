import { z } from 'zod'
import { getGrossRentLimit, type PublishedFigures } from '#features/shared/grossRents/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'

/**
 * The number of units of a type that are designated for a percent of the median income (average income
 * test, domain 34).
 */
export const designationCount = z.object({ projectRoomTypeId: z.int(), percent: z.int(), units: z.int() })
export type DesignationCount = z.infer<typeof designationCount>

/**
 * A rent to check against designations, in dollars a month with utilities. Market rents need no
 * designation.
 */
export type CheckedRent = {
  projectRoomTypeId: number | null
  bedrooms: number
  units: number
  gross: number | null
  market: boolean
}

/**
 * Checks rents against designations: at most as many units of a type may rent at an amount or more as are
 * designated for that amount. Returns a sentence for each rent that is too high, and null for the others.
 * `designations` is null if the property has not elected the average income test; then no rent is too high.
 */
export function findRentsAboveDesignations(
  rents: readonly CheckedRent[],
  designations: readonly DesignationCount[] | null,
  figures: PublishedFigures | null,
): (string | null)[] {
  if (!designations || !figures) return rents.map(() => null)
  return rents.map(({ projectRoomTypeId: type, bedrooms, gross, market }) => {
    if (market || gross === null || type === null) return null
    const high = rents.filter(
      (rent) => rent.projectRoomTypeId === type && !rent.market && rent.gross !== null && rent.gross >= gross,
    )
    const affectedUnits = high.reduce((units, item) => units + item.units, 0)
    const ofType = designations.filter((designation) => designation.projectRoomTypeId === type)
    const allowed = ofType
      .filter(({ percent }) => {
        const limit = getGrossRentLimit({ medianPercent: percent, fairMarket: false }, bedrooms, figures)
        return typeof limit === 'number' && limit >= gross
      })
      .reduce((units, item) => units + item.units, 0)
    if (affectedUnits <= allowed) return null
    if (ofType.length === 0) return 'designate the units of this type first; the property averages incomes.'
    return `${plural(affectedUnits, 'unit', 'units')} of this type would rent at ${formatMoney(gross)} gross or more, but ${allowed === 0 ? 'none is' : `only ${plural(allowed, 'is', 'are')}`} designated for that (average income).`
  })
}
