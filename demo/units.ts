import { drawBetween, drawChance } from './chance.ts'
import { readColumn, readNumberOrNull } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import type { Property, Room } from './types.ts'

type HousingType = Property['housingType']

const elderlyNamePattern = /\b(senior|seniors|elderly|retirement|AHEPA|golden age)\b/i
const specialNeedsNamePattern =
  /\b(group homes?|supportive|accessible|residential services|independent living|special needs)\b/i

/** Returns for whom a property is: as the sources say, or as its name suggests, or for families. */
export function getHousingType(records: readonly SourceRecord[]): HousingType {
  for (const { source, line, name } of records) {
    if (specialNeedsNamePattern.test(name)) return 'Special needs'
    if (source === 'Tax credit' && line.target_elderly === '1') return 'Elderly'
    if (source === 'Tax credit' && line.target_disabled === '1' && line.target_family === '2')
      return 'Special needs'
    if (source === 'USDA 515' && line.rental_code === 'EL') return 'Elderly'
    if (source === '2025 development' && line.occupancy?.startsWith('Senior')) return 'Elderly'
    if (elderlyNamePattern.test(name)) return 'Elderly'
  }
  return 'Family'
}

/**
 * Invents the number of units of a property, which HUD's inspection files do not have. It depends on the
 * kind of property.
 */
export function inventUnits(record: SourceRecord, type: HousingType): number {
  if (type === 'Special needs') return drawBetween(`units ${record.key}`, 6, 20)
  if (readColumn(record.line, 'program') === 'PH') return 4 * drawBetween(`units ${record.key}`, 5, 40)
  return 4 * drawBetween(`units ${record.key}`, 6, 32)
}

/** The usual shares of units by bedrooms, for properties whose sources do not have them. */
const usualShares: Record<HousingType, number[]> = {
  Elderly: [0, 0.8, 0.2, 0, 0],
  Family: [0, 0.25, 0.5, 0.25, 0],
  'Special needs': [0.25, 0.75, 0, 0, 0],
}

/** Splits a number of units by the usual shares. The parts add up to the number. */
export function inventMix(units: number, type: HousingType): number[] {
  const mix = usualShares[type].map((share) => Math.floor(share * units))
  const largest = mix.indexOf(Math.max(...mix))
  mix[largest] = (mix[largest] ?? 0) + units - mix.reduce((sum, count) => sum + count, 0)
  return mix
}

/**
 * Returns the number of vacant units. USDA's data has it; for other properties, up to nine percent are
 * invented.
 */
export function getVacantUnits(records: readonly SourceRecord[], key: string, units: number): number {
  const sourceRecord = records.find((record) => record.source === 'USDA 515')
  if (sourceRecord) return Math.min(units, readNumberOrNull(sourceRecord.line, 'vacant_units') ?? 0)
  return drawChance(`full ${key}`, 40)
    ? 0
    : Math.min(units - 1, Math.ceil((units * drawBetween(`vacant ${key}`, 1, 9)) / 100))
}

/**
 * Distributes a number over the unit sizes in proportion to their units. No size gets more than it has
 * units.
 */
function spreadOverSizes(total: number, mix: readonly number[]): number[] {
  const units = mix.reduce((sum, count) => sum + count, 0)
  const parts = mix.map((count) => Math.floor((total * count) / units))
  let remaining = total - parts.reduce((sum, count) => sum + count, 0)
  for (const [index, count] of mix.entries()) {
    const addition = Math.min(remaining, count - (parts[index] ?? 0))
    parts[index] = (parts[index] ?? 0) + addition
    remaining -= addition
  }
  return parts
}

/** Builds the units by size, without rents. Sizes without units are left out. */
export function buildRooms(mix: readonly number[], vacant: number, specialNeeds: number): Room[] {
  const [vacancies, special] = [spreadOverSizes(vacant, mix), spreadOverSizes(specialNeeds, mix)]
  return mix
    .map((units, bedrooms) => ({
      bedrooms,
      units,
      vacant: vacancies[bedrooms] ?? 0,
      specialNeeds: special[bedrooms] ?? 0,
      rents: [],
    }))
    .filter((room) => room.units > 0)
}
