import { overdueTasks } from '#ground/portfolio/tasks/model/index.ts'
import { vacantUnits } from '#modules/compliance/occupancy/model/index.ts'
import {
  type FigureReader,
  type Figures,
  getFigures,
  readEachProperty,
  readFactSheets,
  readWatchList,
  sumByKey,
} from './asking.ts'
import type { QuantityWithPlaces } from './place.ts'

/** Keys of sums: over all operating properties, which tiles count, and over every property. */
const [ALL, EVERY] = ['operating', 'every']
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

/** Makes one figure under the key of a sum. */
const toTotal = (figure: number | null | undefined, key: string = ALL): Figures =>
  getFigures([[key, figure ?? null]])

const vacancyPlaces: QuantityWithPlaces = {
  quantity: vacantUnits,
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

type OverdueByType = { taskTypeId: number; overdue: number }
type Dashboard = {
  byType: OverdueByType[]
  byProperty: { propertyId: number; overdue: number }[]
  byMonth: { overdue: number }[]
}
const loadDashboard = (ask: FigureReader) => ask.get<Dashboard>('/api/tasks/GetMultipleDashboard')
const OVERDUE = 2
const [AFS, OCCUPANCY] = [1, 3]
/** Counts the overdue tasks of some types in each property's own list. */
const countListed = (ask: FigureReader, isOfType: (taskTypeId: number) => boolean) =>
  readEachProperty<{ dueStatus: number; taskTypeId: number }[]>(
    ask,
    (propertyId) => `/api/tasks/ByProperty/${propertyId}`,
    (tasks, propertyId) => [
      [
        propertyId,
        tasks.filter(({ dueStatus, taskTypeId }) => dueStatus === OVERDUE && isOfType(taskTypeId)).length,
      ],
    ],
  )

/** Adds the sum over all properties, and over the operating ones. */
async function addTotals(ask: FigureReader, figures: Figures): Promise<Figures> {
  const properties = await ask.get<{ propertyId: number; status: number }[]>(
    '/api/projects/GetAllProjectInformation',
  )
  const operating = new Set(
    properties.filter(({ status }) => status === 0).map(({ propertyId }) => String(propertyId)),
  )
  const entries = [...figures].map(([key, figure]) => [key, Number(figure)] as const)
  const operatingEntries = entries.filter(([key]) => operating.has(key))
  return new Map([
    ...sumByKey(entries, EVERY),
    ...sumByKey(operatingEntries.map(([, figure]) => [ALL, figure])),
  ])
}

const overdueTaskPlaces: QuantityWithPlaces = {
  quantity: overdueTasks,
  of: 'property, and all of them',
  places: [
    {
      name: 'Tasks of a property: Overdue',
      read: async (ask) => addTotals(ask, await countListed(ask, () => true)),
    },
    {
      name: 'Dashboard: by property',
      read: async (ask) =>
        sumByKey(
          (await loadDashboard(ask)).byProperty.map((row) => [row.propertyId, row.overdue]),
          ALL,
        ),
    },
    {
      name: 'Dashboard: by type',
      read: async (ask) =>
        toTotal(
          (await loadDashboard(ask)).byType.reduce((sum, row) => sum + row.overdue, 0),
          EVERY,
        ),
    },
    {
      name: 'Compliance summary (15): Overdue',
      read: async (ask) =>
        getFigures(
          (
            (await ask.report('ComplianceModuleSummary')) as unknown as {
              propertyId: number
              overdue: number | null
            }[]
          ).map(
            // The report is blank where nothing has to be filed.
            (row) => [row.propertyId, row.overdue ?? 0],
          ),
        ),
    },
    {
      name: 'Compliance summary (15): total',
      read: async (ask) => toTotal((await ask.totals('ComplianceModuleSummary')).overdue),
    },
    { name: 'Tile “Tasks overdue”', read: async (ask) => toTotal((await ask.tile('Tasks overdue')).figure) },
  ],
}

const countOverdue = async (ask: FigureReader, type: number) =>
  toTotal(
    (await loadDashboard(ask)).byType.find(({ taskTypeId }) => taskTypeId === type)?.overdue ?? 0,
    EVERY,
  )

const overdueStatementPlaces: QuantityWithPlaces = {
  quantity: {
    name: 'Statements overdue',
    definition:
      'Annual financial statements that must be filed, are not filed, and whose due day has passed.',
    unit: 'statements',
    population: 'properties the caller may read',
    asOf: 'today at the agency',
  },
  of: 'property, and all of them',
  places: [
    {
      name: 'Tasks of a property: Overdue',
      read: async (ask) => addTotals(ask, await countListed(ask, (type) => type === AFS)),
    },
    { name: 'Dashboard: by type', read: (ask) => countOverdue(ask, AFS) },
    {
      name: 'Tile “Statements overdue”',
      read: async (ask) => toTotal((await ask.tile('Statements overdue')).figure),
    },
  ],
}

const daysOverduePlaces: QuantityWithPlaces = {
  quantity: {
    name: 'Days a statement is overdue',
    definition: 'Days since the due day of the statement of a property that has waited longest.',
    unit: 'days',
    population: 'properties with an overdue statement',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    {
      name: 'Tasks of a property: Days late',
      read: (ask) =>
        readEachProperty<{ dueStatus: number; taskTypeId: number; daysLate: number }[]>(
          ask,
          (propertyId) => `/api/tasks/ByProperty/${propertyId}`,
          (tasks, propertyId) => {
            const late = tasks.filter(
              ({ dueStatus, taskTypeId }) => dueStatus === OVERDUE && taskTypeId === AFS,
            )
            return late.length > 0 ? [[propertyId, Math.max(...late.map(({ daysLate }) => daysLate))]] : []
          },
        ),
    },
    {
      name: 'Watch list: statement',
      isOfAgency: true,
      read: async (ask) =>
        getFigures(
          (await readWatchList(ask, 'statement')).map(({ propertyId, value }) => [propertyId, value]),
        ),
    },
  ],
}

const missingOccupancyPlaces: QuantityWithPlaces = {
  quantity: {
    name: 'Occupancy not reported',
    definition: 'Properties that had to report the last month, whose day has passed, and that have not.',
    unit: 'properties',
    population: 'operating properties the caller may read',
    asOf: 'today at the agency',
  },
  of: 'all operating properties, in the last month',
  places: [
    {
      name: 'Occupancy (1): Not reported',
      read: async (ask) =>
        toTotal(
          (await ask.totals('Occupancy', { asOf: ask.month, groupBy: 'region', numMonths: 1 })).notReported,
        ),
    },
    {
      name: 'Tile “Occupancy”: not reported',
      read: async (ask) => toTotal((await ask.tile('Occupancy')).noted[2]),
    },
    {
      name: 'Months filed (13): the month missing or due',
      read: async (ask) => {
        const name = `m${Number(ask.month.slice(5, 7))}`
        const rows = (await ask.report('OccupancySubmissionSummary', {
          year: Number(ask.month.slice(0, 4)),
          propertyStatus: 0,
        })) as unknown as Readonly<Record<string, number | null>>[]
        return toTotal(rows.filter((row) => [3, 4].includes(row[name] ?? 0)).length)
      },
    },
  ],
}

const overdueOccupancyPlaces: QuantityWithPlaces = {
  quantity: {
    name: 'Occupancy months overdue',
    definition: 'Months that had to be reported, are not, and whose due day has passed.',
    unit: 'months',
    population: 'properties the caller may read',
    asOf: 'today at the agency',
  },
  of: 'property, and all of them',
  places: [
    {
      name: 'Tasks of a property: Overdue',
      read: async (ask) => addTotals(ask, await countListed(ask, (type) => type === OCCUPANCY)),
    },
    { name: 'Dashboard: by type', read: (ask) => countOverdue(ask, OCCUPANCY) },
  ],
}

/** The places that print figures about occupancy, and counts of late tasks. */
export const occupancyPlaces: readonly QuantityWithPlaces[] = [
  vacancyPlaces,
  physicalOccupancyPlaces,
  overdueTaskPlaces,
  overdueStatementPlaces,
  daysOverduePlaces,
  missingOccupancyPlaces,
  overdueOccupancyPlaces,
]
