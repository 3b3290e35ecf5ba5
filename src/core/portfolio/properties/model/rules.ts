import { formatDate } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'

type PropertyDates = { serviceDate?: string | null; extendedUseDate?: string | null }

/**
 * Returns the fault that prevents saving a property if its extended use ends before it was placed in service.
 */
export function getPropertyFaults({ serviceDate, extendedUseDate }: PropertyDates): Fault[] {
  if (!serviceDate || !extendedUseDate || extendedUseDate >= serviceDate) return []
  const [service, end] = [serviceDate, extendedUseDate].map((day) => formatDate(day, 'MM/DD/YYYY'))
  return [
    {
      field: 'extendedUseDate',
      message: `Extended use ends: ${end} is before the property was placed in service on ${service}.`,
    },
  ]
}

type UnitCounts = { totalUnits: number; lowIncomeUnits: number | null }

/**
 * Returns warnings about unit counts that look wrong but do not prevent saving. `unitTypeTotal` is the sum of
 * the property's unit types, null if it has none.
 */
export function getUnitWarnings(
  { totalUnits, lowIncomeUnits }: UnitCounts,
  unitTypeTotal: number | null,
): Fault[] {
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

type RoomTypeCounts = { count: number; specialNeedsCount: number; vacantCount: number | null }

/** Returns the faults of a unit type with more special-needs or vacant units than units. */
export function getRoomTypeFaults({ count, specialNeedsCount, vacantCount }: RoomTypeCounts): Fault[] {
  const faults: Fault[] = []
  const limitText = `there are ${count} units of this type.`
  if (specialNeedsCount > count)
    faults.push({ field: 'specialNeedsCount', message: `Special-needs units: ${limitText}` })
  if ((vacantCount ?? 0) > count) faults.push({ field: 'vacantCount', message: `Vacant units: ${limitText}` })
  return faults
}

/** Whether a property has federal types and all of them are tax credits. */
export const isTaxCreditOnly = (federalTypes: readonly string[]): boolean =>
  federalTypes.length > 0 && federalTypes.every((name) => /\bLIHTC\b/i.test(name))

type OtherRent = { units: number | null; name: string | null }

/**
 * Returns the fault that prevents saving a rent: together, the rents of a unit type may apply to at most all
 * of its units, and only one rent may leave its units open, which means the remaining ones.
 */
export function getRentUnitFaults(
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
