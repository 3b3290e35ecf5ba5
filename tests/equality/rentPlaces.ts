import type { DetailOfReview } from '#engines/review/model/index.ts'
import type { allowances } from '#features/compliance/utilityAllowance/model/allowances.ts'
import { getQuarterEnd } from '#features/compliance/utilityAllowance/model/quarter.ts'
import { computeGrossRents } from '#features/compliance/utilityAllowance/model/rows.ts'
import type { applications } from '#features/rents/rentGap/model/applications.ts'
import type { increases } from '#features/rents/rentIncrease/model/increases.ts'
import { getRentIncreaseRow } from '#features/rents/rentIncrease/model/rows.ts'
import { type Entry, type FigureReader, getFigures, readEachProperty } from './asking.ts'
import type { QuantityWithPlaces } from './place.ts'

type Increase = DetailOfReview<typeof increases>
type Allowance = DetailOfReview<typeof allowances>
type Application = DetailOfReview<typeof applications>
type RentAnalysisRow = { propertyId: number; roomType: string; rentType: string; maxGross: number | null }

/** Makes the key of a unit's rent on a day. Rents of households that were there before are not included. */
const getKey = (propertyId: number, day: string, unit: string, program: string | null) =>
  `${propertyId} ${day} ${unit}, ${program}`

/** Returns a limit as it is printed: blank for a program without a limit. */
const getLimit = (limit: number | 'none' | null): number | null => (typeof limit === 'number' ? limit : null)

const loadRentAnalysis = async (ask: FigureReader, day: string, propertyId?: number): Promise<Entry[]> => {
  const rows = (await ask.report('RentAnalysis', {
    asOf: day,
    ...(propertyId === undefined ? {} : { projectId: propertyId }),
  })) as unknown as RentAnalysisRow[]
  return rows
    .filter(({ rentType }) => !rentType.endsWith(', present households'))
    .map((row) => [getKey(row.propertyId, day, row.roomType, row.rentType), row.maxGross])
}

/** Loads records one after the other, since parallel calls would wait for each other's connections. */
async function loadDetails<D>(ask: FigureReader, path: string, ids: readonly number[]): Promise<D[]> {
  const details: D[] = []
  for (const id of ids) details.push(await ask.get<D>(`${path}/${id}`))
  return details
}

const loadIncreases = async (ask: FigureReader): Promise<Increase[]> => {
  const lines = await ask.get<{ rentIncreaseRequestHeaderId: number }[]>(
    '/api/RentIncrease/GetHeaderListByUser',
  )
  return loadDetails<Increase>(
    ask,
    '/api/RentIncrease/GetRentIncrease',
    lines.map(({ rentIncreaseRequestHeaderId }) => rentIncreaseRequestHeaderId),
  )
}

function getLimitsOfIncrease(detail: Increase): Entry[] {
  const { propertyId, rentEffectiveDate: day } = detail
  if (propertyId === null || day === null) return []
  return detail.lines.flatMap((line): Entry[] => {
    const unit = detail.unitTypes.find((type) => type.projectRoomTypeId === line.projectRoomTypeId)
    const program = detail.rentTypes.find((type) => type.rentTypeId === line.rentTypeId)
    if (!unit || !program || line.existingTenants) return []
    const row = getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail)
    return [[getKey(propertyId, day, unit.name, program.name), getLimit(row.limit)]]
  })
}

const loadAllowances = async (ask: FigureReader): Promise<Allowance[]> => {
  const lines = await ask.get<{ utilityAllowanceId: number }[]>('/api/UtilityAllowance/GetQueue')
  return loadDetails<Allowance>(
    ask,
    '/api/UtilityAllowance/GetRequest',
    lines.map(({ utilityAllowanceId }) => utilityAllowanceId),
  )
}
const getDay = ({ year, quarter }: Allowance) => getQuarterEnd({ year, quarter })

/**
 * Returns the limits printed next to the allowances of a quarter. Of several rents of a unit and program it
 * takes the first, that of new households.
 */
function getLimitsOfAllowance(detail: Allowance): Entry[] {
  const limits = new Map<string, number | null>()
  for (const { projectRoomTypeId, name } of detail.unitTypes)
    for (const { rentType, limit } of computeGrossRents({ projectRoomTypeId }, detail)) {
      const key = getKey(detail.propertyId!, getDay(detail), name, rentType)
      if (!limits.has(key)) limits.set(key, getLimit(limit))
    }
  return [...limits]
}

const loadApplications = async (ask: FigureReader): Promise<Application[]> => {
  const lines = await ask.get<{ rentGapApplicationId: number }[]>('/api/RentGap/GetQueue')
  return loadDetails<Application>(
    ask,
    '/api/RentGap/GetRequest',
    lines.map(({ rentGapApplicationId }) => rentGapApplicationId),
  )
}
const getLimitsOfApplication = ({ propertyId, periodStart, rents }: Application, today: string): Entry[] =>
  rents.map((rent) => [
    getKey(propertyId!, periodStart ?? today, rent.unitType, rent.rentType),
    rent.programMax,
  ])

/** Collects the properties and days for which records print limits. */
async function loadPrintedDays(ask: FigureReader): Promise<Set<string>> {
  const days = new Set<string>()
  for (const { propertyId, rentEffectiveDate: day } of await loadIncreases(ask))
    if (day !== null) days.add(`${propertyId} ${day}`)
  for (const detail of await loadAllowances(ask)) days.add(`${detail.propertyId} ${getDay(detail)}`)
  for (const { propertyId, periodStart } of await loadApplications(ask))
    days.add(`${propertyId} ${periodStart ?? ask.today}`)
  return days
}

const rentLimit: QuantityWithPlaces = {
  quantity: {
    name: 'Rent limit',
    definition: 'The greatest gross rent of a unit under its program, by HUD’s figures in force on the day.',
    unit: 'whole dollars a month',
    population: 'rents in force of properties the caller sees',
    asOf: 'the day asked for, or that of the record',
  },
  of: 'property, day, unit type and rent type',
  places: [
    {
      name: 'Rent analysis (16): Limit',
      read: async (ask) => {
        const entries = await loadRentAnalysis(ask, ask.today)
        for (const text of await loadPrintedDays(ask)) {
          const [propertyId, day = ''] = text.split(' ')
          entries.push(...(await loadRentAnalysis(ask, day, Number(propertyId))))
        }
        return getFigures(entries)
      },
    },
    {
      name: 'Rents over the years: Limit',
      read: (ask) =>
        readEachProperty<{ year: number; label: string; limit: number | null }[]>(
          ask,
          (propertyId) => `/api/RentIncrease/GetRentsOverYears/${propertyId}`,
          (rows, propertyId) =>
            rows
              .filter(({ year, label }) => year === ask.year + 1 && !label.endsWith(', existing tenants'))
              .map(({ label, limit }) => [`${propertyId} ${ask.today} ${label}`, limit]),
        ),
    },
    {
      name: 'Rent increases: Limit',
      read: async (ask) => getFigures((await loadIncreases(ask)).flatMap(getLimitsOfIncrease)),
    },
    {
      name: 'Utility allowances of a quarter: Limit',
      read: async (ask) => getFigures((await loadAllowances(ask)).flatMap(getLimitsOfAllowance)),
    },
    {
      name: 'Requests for rent gap: most that may be charged',
      read: async (ask) =>
        getFigures(
          (await loadApplications(ask)).flatMap((detail) => getLimitsOfApplication(detail, ask.today)),
        ),
    },
  ],
}

/** The places that print rent limits. */
export const rentPlaces: readonly QuantityWithPlaces[] = [rentLimit]
