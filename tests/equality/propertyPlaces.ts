import { type Entry, getFigures, readEachProperty, readFactSheets, readWatchList } from './asking.ts'
import type { Place, QuantityWithPlaces } from './place.ts'

type Info = { propertyId: number; nonCompliant: boolean }
type Facts = {
  propertyId: number
  totalUnits: number
  lowIncomeUnits: number | null
  nonCompliant: boolean
}

/** A place whose answer is a list of properties, with the figure in a column. */
const makeListPlace = (name: string, path: string, column: string): Place => ({
  name,
  read: async (ask) =>
    getFigures(
      (await ask.get<Readonly<Record<string, never>>[]>(path)).map((row) => [
        row.propertyId!,
        row[column] ?? null,
      ]),
    ),
})
/** A place whose answer is about one property and is requested for each. */
const makePlace = <T>(
  name: string,
  path: string,
  read: (answer: T) => number | boolean | null | undefined,
): Place => ({
  name,
  read: (ask) =>
    readEachProperty<T>(
      ask,
      (propertyId) => `${path}/${propertyId}`,
      (answer, propertyId) => [[propertyId, read(answer)]],
    ),
})

const nonCompliant: QuantityWithPlaces = {
  quantity: {
    name: 'Non-compliant',
    definition: 'Marked by hand, or known to be by an open finding that blocks.',
    unit: 'yes or no',
    population: 'properties the caller sees',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    makeListPlace('Properties: chip', '/api/projects/GetAllProjectInformation', 'nonCompliant'),
    makePlace<Info>(
      'Banner of a property',
      '/api/projects/GetProjectHeaderInfo',
      (info) => info.nonCompliant,
    ),
    makePlace<Info>(
      'Facts of a property',
      '/api/projects/GetProjectInformation',
      (info) => info.nonCompliant,
    ),
  ],
}

const totalUnits: QuantityWithPlaces = {
  quantity: {
    name: 'Units',
    definition: 'All units of a property.',
    unit: 'units',
    population: 'properties the caller sees',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    makePlace<Facts>('Property: Units', '/api/projects/GetProjectObject', (property) => property.totalUnits),
    makePlace<Facts>(
      'Property with its parts: Units',
      '/api/projects/GetProjectWithInclusions',
      (plain) => plain.totalUnits,
    ),
    {
      name: 'Fact sheet: Units',
      read: (ask) => readFactSheets(ask, 'Units', ([row], id) => [[id, Number(row?.[0])]]),
    },
    makeListPlace('Reserve accounts: Units', '/api/ReserveAccount/GetAccounts', 'units'),
    makeListPlace('Requests of reserves: Units', '/api/ReplacementReserve/GetPropertyList', 'units'),
    makeListPlace('Requests for rent gap: Units', '/api/RentGap/GetPropertyList', 'units'),
    makeListPlace('Requests for distributions: Units', '/api/DistributionRequest/GetMultiNavList', 'units'),
    {
      name: 'Management fees used: Units',
      read: async (ask) => {
        const { rows } = await ask.get<{ rows: Facts[] }>(`/api/ManagementFeeMax/GetFeeUse/${ask.year}`)
        return getFigures(rows.map((row) => [row.propertyId, row.totalUnits]))
      },
    },
    makePlace<Facts>(
      'Average income test: Units',
      '/api/AverageIncomeTest/GetByProjectId',
      (test) => test.totalUnits,
    ),
    makePlace<Facts>(
      'Special needs: Units',
      '/api/SpecialNeedsSetAside/GetByProjectId',
      (aside) => aside.totalUnits,
    ),
    {
      name: 'NOI (10): Units',
      read: async (ask) =>
        getFigures(
          (await ask.report('NOI', { year: ask.year })).map((row) => [row.propertyId!, row.units ?? null]),
        ),
    },
  ],
}

const lowIncomeUnits: QuantityWithPlaces = {
  quantity: {
    name: 'Low-income units',
    definition: 'Units of a property that are for households of low income.',
    unit: 'units',
    population: 'properties the caller sees',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    makePlace<Facts>(
      'Property: Low-income',
      '/api/projects/GetProjectObject',
      (property) => property.lowIncomeUnits,
    ),
    makePlace<Facts>(
      'Property with its parts',
      '/api/projects/GetProjectWithInclusions',
      (plain) => plain.lowIncomeUnits,
    ),
    {
      name: 'Fact sheet: low-income',
      read: (ask) =>
        readFactSheets(ask, 'Units', ([row], propertyId) => {
          const [, units] = /(\d+) low-income/.exec(String(row?.[1])) ?? []
          return units ? [[propertyId, Number(units)]] : []
        }),
    },
  ],
}

const sampledUnits: QuantityWithPlaces = {
  quantity: {
    name: 'Units of the sample',
    definition:
      'The units that an inspection draws its sample from: the low-income ones, all where they are unknown.',
    unit: 'units',
    population: 'properties the caller sees',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    makePlace<Facts>(
      'Property: Low-income, else Units',
      '/api/projects/GetProjectObject',
      (property) => property.lowIncomeUnits ?? property.totalUnits,
    ),
    makePlace<Facts>(
      'Inspections of a property',
      '/api/ComplianceInspection/GetPropertyPlace',
      (p) => p.lowIncomeUnits,
    ),
    {
      name: 'Inspections of a year',
      read: async (ask) =>
        getFigures(
          (
            await ask.get<Facts[]>(
              `/api/ComplianceInspection/GetInspectionPropertiesByYear/${ask.today.slice(0, 4)}`,
            )
          ).map((row) => [row.propertyId, row.lowIncomeUnits]),
        ),
    },
  ],
}

type Score = { score: number | null; day?: string; inspectionDate?: string }
const findNewestScore = (scores: readonly Score[]): number | undefined =>
  scores.find(({ score }) => score !== null)?.score ?? undefined

const lastScore: QuantityWithPlaces = {
  quantity: {
    name: 'Score of the last inspection',
    definition: 'The score of the last inspection of a property that has one.',
    unit: 'points',
    population: 'properties that were inspected',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    makePlace<Score[]>(
      'Inspections: comments',
      '/api/projects/GetProjectInspectionComments',
      findNewestScore,
    ),
    makePlace<{ scores: Score[] }>(
      'Inspections of a property',
      '/api/ComplianceInspection/GetPropertyPlace',
      (place) => findNewestScore(place.scores),
    ),
    {
      name: 'Fact sheet: Inspection',
      read: (ask) =>
        readFactSheets(ask, 'Inspection', ([row], id) =>
          typeof row?.[0] === 'number' ? [[id, row[0]]] : [],
        ),
    },
    {
      name: 'Inspections of a year: last score',
      read: async (ask) =>
        getFigures(
          (
            await ask.get<{ propertyId: number; lastScore: number | null }[]>(
              `/api/ComplianceInspection/GetInspectionPropertiesByYear/${ask.today.slice(0, 4)}`,
            )
          ).map((row) => [row.propertyId, row.lastScore ?? undefined]),
        ),
    },
    {
      name: 'Watch list: inspection',
      isOfAgency: true,
      read: async (ask) => {
        const newest = new Map<number, { day: string; value: number }>()
        for (const { propertyId, day, value } of await readWatchList(ask, 'inspection'))
          if (day >= (newest.get(propertyId)?.day ?? '')) newest.set(propertyId, { day, value })
        return getFigures([...newest].map(([propertyId, { value }]) => [propertyId, value]))
      },
    },
  ],
}

const watchListPlaces: QuantityWithPlaces = {
  quantity: {
    name: 'On the watch list',
    definition: 'Whether the list of the month has the property.',
    unit: 'yes or no',
    population: 'properties with vacant units reported',
    asOf: 'the month',
  },
  of: 'property',
  places: [
    {
      name: 'Watch list',
      isOfAgency: true,
      read: async (ask) => {
        const [year, month] = [ask.today.slice(0, 4), Number(ask.today.slice(5, 7))]
        const rows = await ask.get<{ propertyId: number; statusId: number }[]>(
          `/api/WatchList/GetWatchListList?year=${year}&month=${month}&watchlistTypeId=0`,
        )
        const watchedIds = new Set(
          rows.filter(({ statusId }) => statusId === 1).map(({ propertyId }) => propertyId),
        )
        return getFigures(
          (await ask.propertyIds()).map((propertyId) => [propertyId, watchedIds.has(propertyId)]),
        )
      },
    },
    {
      name: 'Vacant units (4): On the watch list',
      read: async (ask) =>
        getFigures(
          (
            (await ask.report('Vacancy', { asOf: ask.month })) as unknown as {
              propertyId: number
              watch: boolean | null
            }[]
          ).map((row): Entry => [row.propertyId, row.watch]),
        ),
    },
  ],
}

type Rent = { projectRoomTypeId: number; utilityAllowance: number | null; allowanceInForce: number | null }
const allowancePlaces: QuantityWithPlaces = {
  quantity: {
    name: 'Utility allowance',
    definition:
      'What is reckoned for utilities of a unit type by the schedule in force, the highest of several.',
    unit: 'dollars a month',
    population: 'unit types whose schedule is in force',
    asOf: 'today at the agency',
  },
  of: 'unit type',
  places: [
    {
      name: 'Utility allowances in force',
      read: (ask) =>
        readEachProperty<Rent[]>(
          ask,
          (propertyId) => `/api/UtilityAllowance/GetInForce/${propertyId}`,
          (rows) => rows.map((row) => [row.projectRoomTypeId, row.utilityAllowance]),
        ),
    },
    {
      name: 'Property with its parts: Utilities',
      read: (ask) =>
        readEachProperty<{ roomTypes: Rent[] }>(
          ask,
          (propertyId) => `/api/projects/GetProjectWithInclusions/${propertyId}`,
          ({ roomTypes }) => roomTypes.map((row) => [row.projectRoomTypeId, row.utilityAllowance]),
        ),
    },
  ],
}

const currentAllowance: QuantityWithPlaces = {
  quantity: {
    name: 'Utilities of a rent',
    definition: 'The utility allowance of the rent in force of a unit type and rent type.',
    unit: 'dollars a month',
    population: 'rents in force',
    asOf: 'today at the agency',
  },
  of: 'property, unit type and rent type',
  places: [
    {
      name: 'Rents of a property: Utilities',
      read: (ask) =>
        readEachProperty<(Rent & { roomTypeName: string; rentTypeName: string; existingTenants: boolean })[]>(
          ask,
          (propertyId) => `/api/projects/GetProjectCurrentRents/${propertyId}`,
          (rows, propertyId) =>
            rows
              .filter(({ existingTenants }) => !existingTenants)
              .map((row) => [`${propertyId} ${row.roomTypeName} ${row.rentTypeName}`, row.allowanceInForce]),
        ),
    },
    {
      name: 'Fact sheet: Utilities',
      read: (ask) =>
        readFactSheets(ask, 'Units and rents', (rows, propertyId) =>
          rows
            .filter(([, rentType]) => rentType !== null)
            .map(([unitType, rentType, , , utilities]) => [
              `${propertyId} ${unitType} ${rentType}`,
              utilities === null ? null : Number(utilities),
            ]),
        ),
    },
    {
      name: 'Rent analysis (16): Utilities',
      read: async (ask) =>
        getFigures(
          (
            (await ask.report('RentAnalysis')) as unknown as Readonly<
              Record<string, string | number | null>
            >[]
          ).map((row) => [`${row.propertyId} ${row.roomType} ${row.rentType}`, row.ua as number | null]),
        ),
    },
  ],
}

/** The places that print figures of a property itself. */
export const propertyPlaces: readonly QuantityWithPlaces[] = [
  nonCompliant,
  totalUnits,
  lowIncomeUnits,
  sampledUnits,
  lastScore,
  watchListPlaces,
  allowancePlaces,
  currentAllowance,
]
