import type pg from 'pg'
import { getAverageIncome, isOverIncome } from '#features/rents/averageIncome/model/test.ts'
import { addDays, addYears } from '#kernel/model/dates.ts'
import { largestCompany } from '../accounts.ts'
import { drawBetween, drawChance } from '../chance.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Property } from '../types.ts'

/**
 * The limits of the test in percent: the highest average, the lowest share of units, and the income from
 * which a household is over income.
 */
const testLimits = { mostAverage: 60, leastShare: 40, overIncome: 140 }
/** A row of a unit in the test. */
type Unit = {
  property_id: number
  project_room_type_id: number
  unit: string
  bin: string
  designated_percent: number | null
  vacant: boolean
  tenant_income_percent: number | null
}
/** The units of one size in a property. */
type Room = { id: number; property: number; count: number; vacant: number }

/**
 * Returns the designated percentage of a property's unit by its place. The largest company designates 60
 * percent for nearly all units. Elsewhere, low designations compensate for high ones. Null for units at
 * market rent.
 */
function getDesignatedPercent(
  { id, managementCompany, totalUnits, lowIncomeUnits }: Property,
  place: number,
): number | null {
  if (managementCompany === largestCompany) return id % 2 === 1 && place < 2 ? 70 : 60
  if (place >= (lowIncomeUnits ?? totalUnits)) return null
  return [40, 60, 60, 60, 80, 50, 60, 60, 60, 60][place % 10] ?? 60
}

const unitColumns = {
  property_id: 'integer',
  project_room_type_id: 'integer',
  unit: 'text',
  bin: 'text',
  designated_percent: 'integer',
  vacant: 'boolean',
  tenant_income_percent: 'numeric',
  effective_date: 'date',
  over_income_since: 'date',
} as const
const resultColumns = {
  property_id: 'integer',
  created_at: 'timestamptz',
  created_by: 'integer',
  units: 'integer',
  average: 'numeric',
  holds: 'boolean',
  removed: 'text',
  group_holds: 'boolean',
  over_income: 'integer',
} as const

/**
 * Invents the units of a property: 101, 102 … in the first building, 201 … in the next. Most occupied units
 * have the income of the household.
 */
function getUnits(property: Property, rooms: readonly Room[]): Unit[] {
  const unitsBySize = rooms.flatMap((room) =>
    Array.from({ length: room.count }, (_, index) => ({ room, index })),
  )
  return unitsBySize.map(({ room, index }, place) => {
    const building = Math.floor(place / 16) + 1
    const designatedPercent = getDesignatedPercent(property, place)
    const key = `${property.id} ${place}`
    const vacant = index < room.vacant
    const income =
      place === 5 && property.id % 4 === 0
        ? 91
        : drawBetween(`income ${key}`, 22, (designatedPercent ?? 90) + 4)
    return {
      property_id: property.id,
      project_room_type_id: room.id,
      unit: String(building * 100 + (place % 16) + 1),
      bin: `MO-${String(property.id).padStart(5, '0')}-${building}`,
      designated_percent: designatedPercent,
      vacant,
      tenant_income_percent: vacant || drawChance(`asked ${key}`, 8) ? null : income,
    }
  })
}

const toTestedUnit = (unit: Unit) => ({
  unit: unit.unit,
  designatedPercent: unit.designated_percent,
  outsideGroup: false,
  vacant: unit.vacant,
  tenantIncomePercent: unit.tenant_income_percent,
})

/** Computes the result of the income test on a day. */
function getResult(property: Property, units: readonly Unit[], day: string, userId: number | null) {
  const averageIncome = getAverageIncome(units.map(toTestedUnit), property.totalUnits, testLimits)
  return {
    property_id: property.id,
    created_at: `${day}T16:00:00Z`,
    created_by: userId,
    units: averageIncome.group.length,
    average: averageIncome.average,
    holds: averageIncome.holds,
    removed: averageIncome.removed.map((unit) => unit.unit).join(', ') || null,
    group_holds: averageIncome.groupHolds,
    over_income: averageIncome.overIncome.length,
  }
}

/**
 * Swaps designations in the last year: units at 40 percent whose number ends in 1 become units at 50
 * percent.
 */
const swapDesignations = (client: pg.ClientBase, day: string) =>
  client.query(
    `update average_income_test t set designated_percent = 50, effective_date = $1, reason = 'Swapped with a unit of the same size.'
      where designated_percent = 40 and unit like '%1'`,
    [addYears(day, -1)],
  )

/**
 * Loads the units with their designations and the yearly test results of the properties that average
 * incomes. In some results, households are over income.
 */
export default {
  after: ['properties', 'people'],
  load: async ({ client, portfolio, users, day }) => {
    const result = await client.query<Room>(
      `select project_room_type_id as id, property_id as property, count, coalesce(vacant_count, 0) as vacant
        from property_room_type join property using (property_id) where average_income_test order by 1`,
    )
    const userId = users.get('agency.write') ?? null
    const properties = portfolio.properties.filter((property) => property.averageIncomeTest)
    const unitsByProperty = properties.map((property) => ({
      property,
      units: getUnits(
        property,
        result.rows.filter((room) => room.property === property.id),
      ),
    }))
    const getOverIncomeSince = (unit: Unit) =>
      isOverIncome(toTestedUnit(unit), testLimits) ? addDays(day, -12) : null
    const rows = unitsByProperty.flatMap(({ property, units }) =>
      units.map((unit) => ({
        ...unit,
        effective_date: property.serviceDate,
        over_income_since: getOverIncomeSince(unit),
      })),
    )
    await insertRows(client, 'average_income_test', unitColumns, rows)
    await swapDesignations(client, day)
    const results = unitsByProperty.flatMap(({ property, units }) => {
      const unitsAtSixty = units.map((unit) => ({
        ...unit,
        designated_percent: unit.designated_percent === null ? null : 60,
      }))
      const swappedUnits = units.map((unit) =>
        unit.designated_percent === 40 && unit.unit.endsWith('1')
          ? { ...unit, designated_percent: 50 }
          : unit,
      )
      return [
        getResult(property, unitsAtSixty, addYears(day, -3), null),
        getResult(property, units, addYears(day, -2), userId),
        getResult(property, swappedUnits, addDays(day, -12), userId),
      ]
    })
    await insertRows(client, 'average_income_result', resultColumns, results)
  },
} satisfies DemoPart
