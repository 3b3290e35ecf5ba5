import { vacantUnitsQuantity } from '#features/compliance/occupancy/model/index.ts'
import {
  type FigureReader,
  getFigures,
  readEachProperty,
  readFactSheets,
  readWatchList,
  sumByKey,
  toTotal,
} from './asking.ts'
import { overduePlaces } from './overduePlaces.ts'
import type { QuantityWithPlaces } from './place.ts'

const NOT_SUBMITTED = 1
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

type Month = {
  propertyId: number
  periodDate: string
  statusId: number
  units: number
  vacantUnits: number | null
  occupancy: number | null
}
type Reported = { propertyId: number; units: number; vacant: number; occupancy: number }
type Grouped = { groupName: string; units: number; vacant: number; occupancy: number }

const loadFiledMonths = async (ask: FigureReader): Promise<Month[]> => {
  const { rows } = await ask.get<{ rows: Month[] }>('/api/ProjectOccupancy/GetPage?fetchCount=100000')
  return rows.filter(({ periodDate, statusId }) => periodDate === ask.month && statusId > NOT_SUBMITTED)
}
const loadReported = async (ask: FigureReader) =>
  (await ask.report('OccupancyByProperty', { from: ask.month, to: ask.month })) as unknown as Reported[]

/** Loads report 1 grouped by property, without properties that share their name with another. */
async function loadGrouped(ask: FigureReader): Promise<(Grouped & { propertyId: number })[]> {
  const rows = (await ask.report('Occupancy', {
    asOf: ask.month,
    groupBy: 'property',
  })) as unknown as Grouped[]
  const properties = await ask.get<{ propertyId: number; propertyName: string }[]>(
    '/api/projects/GetAllProjectInformation',
  )
  const propertiesByName = Map.groupBy(properties, ({ propertyName }) => propertyName)
  return rows.flatMap((row) => {
    const [property, namesake] = propertiesByName.get(row.groupName) ?? []
    return property && !namesake ? [{ ...row, propertyId: property.propertyId }] : []
  })
}

/** Reads a figure from the last month of the fact sheet, if that is the month of the test. */
const readOccupiedPart = (
  ask: FigureReader,
  read: (percent: number, occupied: number, units: number) => number,
) =>
  readFactSheets(ask, 'Occupied', ([row], propertyId) => {
    const [, occupied, units, month] = /^(\d+) of (\d+), (.+)$/.exec(String(row?.[1])) ?? []
    const isMonthOfTest = month === monthFormat.format(new Date(ask.month))
    return isMonthOfTest ? [[propertyId, read(Number(row?.[0]), Number(occupied), Number(units))]] : []
  })

const readHistory = (ask: FigureReader, read: (month: { vacant: number; occupancy: number }) => number) =>
  readEachProperty<{ periodDate: string; vacant: number; occupancy: number }[]>(
    ask,
    (propertyId) => `/api/ProjectOccupancy/GetOccupancyHistory/${propertyId}`,
    (months, propertyId) =>
      months.filter(({ periodDate }) => periodDate === ask.month).map((month) => [propertyId, read(month)]),
  )

const vacancyPlaces: QuantityWithPlaces = {
  quantity: vacantUnitsQuantity,
  of: 'property, and all operating ones, in the last month',
  places: [
    {
      name: 'Occupancy by property (5): Vacant',
      read: async (ask) =>
        getFigures((await loadReported(ask)).map(({ propertyId, vacant }) => [propertyId, vacant])),
    },
    {
      name: 'Vacant units (4): Vacant',
      read: async (ask) =>
        sumByKey(
          ((await ask.report('Vacancy', { asOf: ask.month })) as unknown as Reported[]).map(
            ({ propertyId, vacant }) => [propertyId, vacant],
          ),
        ),
    },
    {
      name: 'Occupancy (1): Vacant, by property',
      read: async (ask) =>
        getFigures((await loadGrouped(ask)).map(({ propertyId, vacant }) => [propertyId, vacant])),
    },
    {
      name: 'Occupancy months: Vacant',
      isOfAgency: true,
      read: async (ask) =>
        getFigures(
          (await loadFiledMonths(ask)).map(({ propertyId, vacantUnits: vacant }) => [propertyId, vacant]),
        ),
    },
    {
      name: 'Occupancy of a property: Vacant',
      read: (ask) => readHistory(ask, ({ vacant }) => vacant),
    },
    {
      name: 'Fact sheet: Occupied',
      read: (ask) => readOccupiedPart(ask, (_, occupied, units) => units - occupied),
    },
    {
      name: 'Occupancy by property (5): total',
      read: async (ask) =>
        toTotal((await ask.totals('OccupancyByProperty', { from: ask.month, to: ask.month })).vacant),
    },
    {
      name: 'Vacant units (4): total',
      read: async (ask) => toTotal((await ask.totals('Vacancy', { asOf: ask.month })).vacant),
    },
    ...(['region', 'bedrooms', 'federalType', 'property'] as const).map((groupBy) => ({
      name: `Occupancy (1): total, by ${groupBy}`,
      read: async (ask: FigureReader) =>
        toTotal((await ask.totals('Occupancy', { asOf: ask.month, groupBy, numMonths: 1 })).vacant),
    })),
    {
      name: 'Tile “Vacancy loss a month”',
      read: async (ask) => toTotal((await ask.tile('Vacancy loss a month')).noted[0]),
    },
    { name: 'Tile “Occupancy”', read: async (ask) => toTotal((await ask.tile('Occupancy')).noted[0]) },
  ],
}

const physicalOccupancyPlaces: QuantityWithPlaces = {
  quantity: {
    name: 'Occupied',
    definition: 'Units that are not vacant on the last day of the month, in percent of all units.',
    unit: 'percent',
    population: 'properties that filed the month',
    asOf: 'the last day of the month',
  },
  of: 'property, and all operating ones, in the last month',
  places: [
    {
      name: 'Occupancy by property (5): Occupied',
      read: async (ask) =>
        getFigures((await loadReported(ask)).map(({ propertyId, occupancy }) => [propertyId, occupancy])),
    },
    {
      name: 'Occupancy (1): Occupied, by property',
      read: async (ask) =>
        getFigures((await loadGrouped(ask)).map(({ propertyId, occupancy }) => [propertyId, occupancy])),
    },
    {
      name: 'Occupancy months: Occupied',
      isOfAgency: true,
      read: async (ask) =>
        getFigures((await loadFiledMonths(ask)).map(({ propertyId, occupancy }) => [propertyId, occupancy])),
    },
    {
      name: 'Occupancy of a property: Occupied',
      read: (ask) => readHistory(ask, ({ occupancy }) => occupancy),
    },
    { name: 'Fact sheet: Occupied', read: (ask) => readOccupiedPart(ask, (percent) => percent) },
    {
      name: 'Watch list: occupancy',
      isOfAgency: true,
      read: async (ask) =>
        getFigures(
          (await readWatchList(ask, 'occupancy'))
            .filter(({ day }) => day === ask.month)
            .map(({ propertyId, value }) => [propertyId, value]),
        ),
    },
    {
      name: 'Occupancy by property (5): total',
      read: async (ask) =>
        toTotal((await ask.totals('OccupancyByProperty', { from: ask.month, to: ask.month })).occupancy),
    },
    {
      name: 'Occupancy (1): total',
      read: async (ask) =>
        toTotal(
          (await ask.totals('Occupancy', { asOf: ask.month, groupBy: 'region', numMonths: 1 })).occupancy,
        ),
    },
    { name: 'Tile “Occupancy”', read: async (ask) => toTotal((await ask.tile('Occupancy')).figure) },
  ],
}

/** The places that print figures about occupancy, and counts of late tasks. */
export const occupancyPlaces: readonly QuantityWithPlaces[] = [
  vacancyPlaces,
  physicalOccupancyPlaces,
  ...overduePlaces,
]
