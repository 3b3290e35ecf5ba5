import { overdueTasks } from '#core/portfolio/tasks/model/index.ts'
import {
  ALL,
  EVERY,
  type FigureReader,
  type Figures,
  getFigures,
  readEachProperty,
  readWatchList,
  sumByKey,
  toTotal,
} from './asking.ts'
import type { QuantityWithPlaces } from './place.ts'

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

/** The places that print counts of overdue tasks, statements and months. */
export const overduePlaces: readonly QuantityWithPlaces[] = [
  overdueTaskPlaces,
  overdueStatementPlaces,
  daysOverduePlaces,
  missingOccupancyPlaces,
  overdueOccupancyPlaces,
]
