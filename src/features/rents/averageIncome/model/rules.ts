import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Designation } from './entities.ts'
import { STEP } from './test.ts'

export type UnitType = { projectRoomTypeId: number; name: string; bedrooms: number; count: number }
/** A unit to store. Its id is that of the stored one, or 0. */
export type SentUnit = Partial<Designation> & { averageIncomeTestId: number }

type PropertyUnits = {
  unitTypes: readonly UnitType[]
  units: readonly Pick<Designation, 'averageIncomeTestId' | 'designatedPercent' | 'reason'>[]
}

const getUnitName = (unit: SentUnit): string => (unit.unit?.trim() || '').toLowerCase()

/** Finds the faults of one unit by field. */
function checkUnit(unit: SentUnit, existing: PropertyUnits): { field: keyof Designation; message: string }[] {
  const faults: { field: keyof Designation; message: string }[] = []
  const addFault = (field: keyof Designation, message: string) => faults.push({ field, message })
  const { designatedPercent: percent = null, effectiveDate, projectRoomTypeId, reason } = unit
  if (getUnitName(unit) === '') addFault('unit', `Unit: ${REQUIRED}`)
  if (!existing.unitTypes.some((unitType) => unitType.projectRoomTypeId === projectRoomTypeId))
    addFault('projectRoomTypeId', 'Unit type: choose one of this property.')
  if (percent !== null && (percent < 20 || percent > 80 || percent % STEP !== 0))
    addFault(
      'designatedPercent',
      'Designated: enter 20, 30, 40, 50, 60, 70 or 80; leave it empty for a market unit.',
    )
  if (percent !== null && !effectiveDate) addFault('effectiveDate', `Effective: ${REQUIRED}`)
  if ((unit.tenantIncomePercent ?? 0) < 0)
    addFault('tenantIncomePercent', 'Household income: enter 0 or more.')
  const before = existing.units.find((item) => item.averageIncomeTestId === unit.averageIncomeTestId)
  if (
    before &&
    before.designatedPercent !== null &&
    before.designatedPercent !== percent &&
    (!reason?.trim() || reason === before.reason)
  )
    addFault('reason', `Say why unit ${unit.unit} is redesignated from ${before.designatedPercent}%.`)
  return faults
}

/** Returns all faults of the units of a property (AIT-1 to AIT-5). */
export function checkDesignations(units: readonly SentUnit[], existing: PropertyUnits): Fault[] {
  const first = new Map<string, number>()
  const faults: Fault[] = units.flatMap((unit, index) => {
    const name = getUnitName(unit)
    const unitErrors = checkUnit(unit, existing)
    if (name && first.has(name))
      unitErrors.push({ field: 'unit', message: `Unit ${unit.unit} is already in line ${first.get(name)}.` })
    else first.set(name, index + 1)
    return unitErrors.map(({ field, message }) => ({ field: `units.${index}.${field}`, message }))
  })
  for (const { projectRoomTypeId, name, count } of existing.unitTypes) {
    const unitCount = units.filter((unit) => unit.projectRoomTypeId === projectRoomTypeId).length
    if (unitCount > count)
      faults.push({
        field: 'units',
        message: `${name}: ${unitCount} units are listed, but the property has ${count}.`,
      })
  }
  return faults
}
