import { between, chance } from './chance.ts'
import { column, numberOrNull } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import type { Property, Room } from './types.ts'

type HousingType = Property['housingType']

const elderlyName = /\b(senior|seniors|elderly|retirement|AHEPA|golden age)\b/i
const specialName =
  /\b(group homes?|supportive|accessible|residential services|independent living|special needs)\b/i

/** For whom a property is: as the sources say, else as its name says, else families. */
export function housingType(records: readonly SourceRecord[]): HousingType {
  for (const { source, line, name } of records) {
    if (specialName.test(name)) return 'Special needs'
    if (source === 'Tax credit' && line.target_elderly === '1') return 'Elderly'
    if (source === 'Tax credit' && line.target_disabled === '1' && line.target_family === '2')
      return 'Special needs'
    if (source === 'USDA 515' && line.rental_code === 'EL') return 'Elderly'
    if (source === '2025 development' && line.occupancy?.startsWith('Senior')) return 'Elderly'
    if (elderlyName.test(name)) return 'Elderly'
  }
  return 'Family'
}

/** HUD's inspection files do not say how many units a property has: invented by kind. */
export function inventUnits(record: SourceRecord, type: HousingType): number {
  if (type === 'Special needs') return between(`units ${record.key}`, 6, 20)
  if (column(record.line, 'program') === 'PH') return 4 * between(`units ${record.key}`, 5, 40)
  return 4 * between(`units ${record.key}`, 6, 32)
}

/** Shares of units by bedrooms where no source gives them. */
const usualMix: Record<HousingType, number[]> = {
  Elderly: [0, 0.8, 0.2, 0, 0],
  Family: [0, 0.25, 0.5, 0.25, 0],
  'Special needs': [0.25, 0.75, 0, 0, 0],
}

/** Splits a number of units by the usual shares; the parts always add up to it. */
export function inventMix(units: number, type: HousingType): number[] {
  const mix = usualMix[type].map((share) => Math.floor(share * units))
  const largest = mix.indexOf(Math.max(...mix))
  mix[largest] = (mix[largest] ?? 0) + units - mix.reduce((sum, count) => sum + count, 0)
  return mix
}

/** Vacant units: USDA counted them; elsewhere a few in a hundred are invented. */
export function vacantUnits(records: readonly SourceRecord[], key: string, units: number): number {
  const sourceRecord = records.find((record) => record.source === 'USDA 515')
  if (sourceRecord) return Math.min(units, numberOrNull(sourceRecord.line, 'vacant_units') ?? 0)
  return chance(`full ${key}`, 40)
    ? 0
    : Math.min(units - 1, Math.ceil((units * between(`vacant ${key}`, 1, 9)) / 100))
}

/** Spreads a number over the sizes in proportion to their units, none getting more than it has. */
function spread(total: number, mix: readonly number[]): number[] {
  const units = mix.reduce((sum, count) => sum + count, 0)
  const parts = mix.map((count) => Math.floor((total * count) / units))
  let remaining = total - parts.reduce((sum, count) => sum + count, 0)
  for (const [index, count] of mix.entries()) {
    const more = Math.min(remaining, count - (parts[index] ?? 0))
    parts[index] = (parts[index] ?? 0) + more
    remaining -= more
  }
  return parts
}

/** The units by size, without rents; sizes of which there are none are left out. */
export function getRooms(mix: readonly number[], vacant: number, specialNeeds: number): Room[] {
  const [vacancies, special] = [spread(vacant, mix), spread(specialNeeds, mix)]
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
