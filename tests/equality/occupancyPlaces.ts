import { overdueTasks } from '#ground/portfolio/tasks/model/index.ts'
import { vacantUnits } from '#modules/compliance/occupancy/model/index.ts'
import {
  type Asking,
  type Figures,
  getFigures,
  ofEachProperty,
  ofFactSheets,
  ofWatchList,
  summed,
} from './asking.ts'
import type { Placed } from './place.ts'

/** Of all operating properties, which tiles count, and of every property. */
const [ALL, EVERY] = ['operating', 'every']
const NOT_SUBMITTED = 1
const monthWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

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

const filedMonths = async (ask: Asking): Promise<Month[]> => {
  const { rows } = await ask.get<{ rows: Month[] }>('/api/ProjectOccupancy/GetPage?fetchCount=100000')
  return rows.filter(({ periodDate, statusId }) => periodDate === ask.month && statusId > NOT_SUBMITTED)
}
const reported = async (ask: Asking) =>
  (await ask.report('OccupancyByProperty', { from: ask.month, to: ask.month })) as unknown as Reported[]

/** Report 1 by property; a name that two properties have is left out. */
async function grouped(ask: Asking): Promise<(Grouped & { propertyId: number })[]> {
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

/** A figure of the fact sheet's last month, where that is the month asked about. */
const ofOccupiedPart = (ask: Asking, read: (percent: number, occupied: number, units: number) => number) =>
  ofFactSheets(ask, 'Occupied', ([row], propertyId) => {
    const [, occupied, units, month] = /^(\d+) of (\d+), (.+)$/.exec(String(row?.[1])) ?? []
    const isOfMonth = month === monthWords.format(new Date(ask.month))
    return isOfMonth ? [[propertyId, read(Number(row?.[0]), Number(occupied), Number(units))]] : []
  })

const historyOfMonth = (ask: Asking, read: (month: { vacant: number; occupancy: number }) => number) =>
  ofEachProperty<{ periodDate: string; vacant: number; occupancy: number }[]>(
    ask,
    (propertyId) => `/api/ProjectOccupancy/GetOccupancyHistory/${propertyId}`,
    (months, propertyId) =>
      months.filter(({ periodDate }) => periodDate === ask.month).map((month) => [propertyId, read(month)]),
  )

const single = (figure: number | null | undefined, key: string = ALL): Figures =>
  getFigures([[key, figure ?? null]])

const vacancies: Placed = {
  quantity: vacantUnits,
  of: 'property, and all operating ones, in the last month',
  places: [
    {
      name: 'Occupancy by property (5): Vacant',
      read: async (ask) =>
        getFigures((await reported(ask)).map(({ propertyId, vacant }) => [propertyId, vacant])),
    },
    {
      name: 'Vacant units (4): Vacant',
      read: async (ask) =>
        summed(
          ((await ask.report('Vacancy', { asOf: ask.month })) as unknown as Reported[]).map(
            ({ propertyId, vacant }) => [propertyId, vacant],
          ),
        ),
    },
    {
      name: 'Occupancy (1): Vacant, by property',
      read: async (ask) =>
        getFigures((await grouped(ask)).map(({ propertyId, vacant }) => [propertyId, vacant])),
    },
    {
      name: 'Occupancy months: Vacant',
      isOfAgency: true,
      read: async (ask) =>
        getFigures(
          (await filedMonths(ask)).map(({ propertyId, vacantUnits: vacant }) => [propertyId, vacant]),
        ),
    },
    {
      name: 'Occupancy of a property: Vacant',
      read: (ask) => historyOfMonth(ask, ({ vacant }) => vacant),
    },
    {
      name: 'Fact sheet: Occupied',
      read: (ask) => ofOccupiedPart(ask, (_, occupied, units) => units - occupied),
    },
    {
      name: 'Occupancy by property (5): total',
      read: async (ask) =>
        single((await ask.totals('OccupancyByProperty', { from: ask.month, to: ask.month })).vacant),
    },
    {
      name: 'Vacant units (4): total',
      read: async (ask) => single((await ask.totals('Vacancy', { asOf: ask.month })).vacant),
    },
    ...(['region', 'bedrooms', 'federalType', 'property'] as const).map((groupBy) => ({
      name: `Occupancy (1): total, by ${groupBy}`,
      read: async (ask: Asking) =>
        single((await ask.totals('Occupancy', { asOf: ask.month, groupBy, numMonths: 1 })).vacant),
    })),
    {
      name: 'Tile “Vacancy loss a month”',
      read: async (ask) => single((await ask.tile('Vacancy loss a month')).noted[0]),
    },
    { name: 'Tile “Occupancy”', read: async (ask) => single((await ask.tile('Occupancy')).noted[0]) },
  ],
}

const physicalOccupancy: Placed = {
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
        getFigures((await reported(ask)).map(({ propertyId, occupancy }) => [propertyId, occupancy])),
    },
    {
      name: 'Occupancy (1): Occupied, by property',
      read: async (ask) =>
        getFigures((await grouped(ask)).map(({ propertyId, occupancy }) => [propertyId, occupancy])),
    },
    {
      name: 'Occupancy months: Occupied',
      isOfAgency: true,
      read: async (ask) =>
        getFigures((await filedMonths(ask)).map(({ propertyId, occupancy }) => [propertyId, occupancy])),
    },
    {
      name: 'Occupancy of a property: Occupied',
      read: (ask) => historyOfMonth(ask, ({ occupancy }) => occupancy),
    },
    { name: 'Fact sheet: Occupied', read: (ask) => ofOccupiedPart(ask, (percent) => percent) },
    {
      name: 'Watch list: occupancy',
      isOfAgency: true,
      read: async (ask) =>
        getFigures(
          (await ofWatchList(ask, 'occupancy'))
            .filter(({ day }) => day === ask.month)
            .map(({ propertyId, value }) => [propertyId, value]),
        ),
    },
    {
      name: 'Occupancy by property (5): total',
      read: async (ask) =>
        single((await ask.totals('OccupancyByProperty', { from: ask.month, to: ask.month })).occupancy),
    },
    {
      name: 'Occupancy (1): total',
      read: async (ask) =>
        single(
          (await ask.totals('Occupancy', { asOf: ask.month, groupBy: 'region', numMonths: 1 })).occupancy,
        ),
    },
    { name: 'Tile “Occupancy”', read: async (ask) => single((await ask.tile('Occupancy')).figure) },
  ],
}

type Counted = { taskTypeId: number; overdue: number }
type Dashboard = {
  byType: Counted[]
  byProperty: { propertyId: number; overdue: number }[]
  byMonth: { overdue: number }[]
}
const dashboard = (ask: Asking) => ask.get<Dashboard>('/api/tasks/GetMultipleDashboard')
const OVERDUE = 2
const [AFS, OCCUPANCY] = [1, 3]
/** Overdue tasks of a type, of a property, counted in its own list. */
const listedOverdue = (ask: Asking, isOfType: (taskTypeId: number) => boolean) =>
  ofEachProperty<{ dueStatus: number; taskTypeId: number }[]>(
    ask,
    (propertyId) => `/api/tasks/ByProperty/${propertyId}`,
    (tasks, propertyId) => [
      [
        propertyId,
        tasks.filter(({ dueStatus, taskTypeId }) => dueStatus === OVERDUE && isOfType(taskTypeId)).length,
      ],
    ],
  )

/** With the sum of all properties, and of those that operate. */
async function withTotals(ask: Asking, figures: Figures): Promise<Figures> {
  const properties = await ask.get<{ propertyId: number; status: number }[]>(
    '/api/projects/GetAllProjectInformation',
  )
  const operating = new Set(
    properties.filter(({ status }) => status === 0).map(({ propertyId }) => String(propertyId)),
  )
  const entries = [...figures].map(([key, figure]) => [key, Number(figure)] as const)
  const ofOperating = entries.filter(([key]) => operating.has(key))
  return new Map([...summed(entries, EVERY), ...summed(ofOperating.map(([, figure]) => [ALL, figure]))])
}

const overdue: Placed = {
  quantity: overdueTasks,
  of: 'property, and all of them',
  places: [
    {
      name: 'Tasks of a property: Overdue',
      read: async (ask) => withTotals(ask, await listedOverdue(ask, () => true)),
    },
    {
      name: 'Dashboard: by property',
      read: async (ask) =>
        summed(
          (await dashboard(ask)).byProperty.map((row) => [row.propertyId, row.overdue]),
          ALL,
        ),
    },
    {
      name: 'Dashboard: by type',
      read: async (ask) =>
        single(
          (await dashboard(ask)).byType.reduce((sum, row) => sum + row.overdue, 0),
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
            // Blank where nothing has to be filed.
            (row) => [row.propertyId, row.overdue ?? 0],
          ),
        ),
    },
    {
      name: 'Compliance summary (15): total',
      read: async (ask) => single((await ask.totals('ComplianceModuleSummary')).overdue),
    },
    { name: 'Tile “Tasks overdue”', read: async (ask) => single((await ask.tile('Tasks overdue')).figure) },
  ],
}

const ofType = async (ask: Asking, type: number) =>
  single((await dashboard(ask)).byType.find(({ taskTypeId }) => taskTypeId === type)?.overdue ?? 0, EVERY)

const statementsLate: Placed = {
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
      read: async (ask) => withTotals(ask, await listedOverdue(ask, (type) => type === AFS)),
    },
    { name: 'Dashboard: by type', read: (ask) => ofType(ask, AFS) },
    {
      name: 'Tile “Statements overdue”',
      read: async (ask) => single((await ask.tile('Statements overdue')).figure),
    },
  ],
}

const daysOverdue: Placed = {
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
        ofEachProperty<{ dueStatus: number; taskTypeId: number; daysLate: number }[]>(
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
        getFigures((await ofWatchList(ask, 'statement')).map(({ propertyId, value }) => [propertyId, value])),
    },
  ],
}

const occupancyMissing: Placed = {
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
        single(
          (await ask.totals('Occupancy', { asOf: ask.month, groupBy: 'region', numMonths: 1 })).notReported,
        ),
    },
    {
      name: 'Tile “Occupancy”: not reported',
      read: async (ask) => single((await ask.tile('Occupancy')).noted[2]),
    },
    {
      name: 'Months filed (13): the month missing or due',
      read: async (ask) => {
        const name = `m${Number(ask.month.slice(5, 7))}`
        const rows = (await ask.report('OccupancySubmissionSummary', {
          year: Number(ask.month.slice(0, 4)),
          propertyStatus: 0,
        })) as unknown as Readonly<Record<string, number | null>>[]
        return single(rows.filter((row) => [3, 4].includes(row[name] ?? 0)).length)
      },
    },
  ],
}

const occupancyOverdue: Placed = {
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
      read: async (ask) => withTotals(ask, await listedOverdue(ask, (type) => type === OCCUPANCY)),
    },
    { name: 'Dashboard: by type', read: (ask) => ofType(ask, OCCUPANCY) },
  ],
}

/** What is counted by months and by due days. */
export const occupancyPlaces: readonly Placed[] = [
  vacancies,
  physicalOccupancy,
  overdue,
  statementsLate,
  daysOverdue,
  occupancyMissing,
  occupancyOverdue,
]
