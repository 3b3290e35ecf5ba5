import { formatDate } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'

type Dated = { serviceDate?: string | null; extendedUseDate?: string | null }

/**
 * What keeps a property from being saved: extended use cannot end before the property was placed in service.
 */
export function propertyFaults({ serviceDate, extendedUseDate }: Dated): Fault[] {
  if (!serviceDate || !extendedUseDate || extendedUseDate >= serviceDate) return []
  const [service, end] = [serviceDate, extendedUseDate].map((day) => formatDate(day, 'MM/DD/YYYY'))
  return [
    {
      field: 'extendedUseDate',
      message: `Extended use ends: ${end} is before the property was placed in service on ${service}.`,
    },
  ]
}

type Counted = { totalUnits: number; lowIncomeUnits: number | null }

/**
 * What looks wrong with the unit counts but does not keep a property from being saved; `typed` sums its unit
 * types, null without any.
 */
export function unitWarnings({ totalUnits, lowIncomeUnits }: Counted, unitTypeTotal: number | null): Fault[] {
  const warnings: Fault[] = []
  if (unitTypeTotal !== null && unitTypeTotal !== totalUnits)
    warnings.push({
      field: 'totalUnits',
      message: `Total units is ${totalUnits}, but the unit types add up to ${unitTypeTotal}.`,
    })
  if ((lowIncomeUnits ?? 0) > totalUnits)
    warnings.push({
      field: 'lowIncomeUnits',
      message: `Low-income units is ${lowIncomeUnits}, but the property has ${totalUnits} units in all.`,
    })
  return warnings
}

type Rooms = { count: number; specialNeedsCount: number; vacantCount: number | null }

/** What keeps a unit type from being saved: no more units set aside or vacant than there are. */
export function roomTypeFaults({ count, specialNeedsCount, vacantCount }: Rooms): Fault[] {
  const faults: Fault[] = []
  const limitText = `there are ${count} units of this type.`
  if (specialNeedsCount > count)
    faults.push({ field: 'specialNeedsCount', message: `Special-needs units: ${limitText}` })
  if ((vacantCount ?? 0) > count) faults.push({ field: 'vacantCount', message: `Vacant units: ${limitText}` })
  return faults
}

/** Whether tax credits are all that binds a property: it has federal types, and every one is a tax credit. */
export const isTaxCreditOnly = (federalTypes: readonly string[]): boolean =>
  federalTypes.length > 0 && federalTypes.every((name) => /\bLIHTC\b/i.test(name))

type OtherRent = { units: number | null; name: string | null }

/**
 * What keeps a rent from being saved: with the others of its unit type it holds for each of the units once.
 */
export function unitsHeldFaults(
  { units, count }: { units: number | null; count: number },
  otherRents: readonly OtherRent[],
): Fault[] {
  const otherRent = otherRents.find((other) => other.units === null)
  if (units === null && otherRent)
    return [
      {
        field: 'units',
        message: `Units: enter how many this rent holds for; another rent (${otherRent.name ?? 'no rent type'}) holds for the rest.`,
      },
    ]
  const total = otherRents.reduce((sum, other) => sum + (other.units ?? 0), units ?? 0)
  if (total <= count) return []
  return [
    {
      field: 'units',
      message: `Units: the rents of this unit type would hold for ${total} of its ${count} units.`,
    },
  ]
}
