import { toCents } from '#kernel/model/money.ts'
import { type Entry, type FigureReader, getFigures, readEachProperty } from './asking.ts'
import type { QuantityWithPlaces } from './place.ts'

type FeeUse = {
  propertyId: number
  first: string
  last: string
  totalUnits: number
  judgedBy: string[]
  perUnitMaximum: number | null
}
const loadFeeUse = async (ask: FigureReader, year: number): Promise<FeeUse[]> =>
  (await ask.get<{ rows: FeeUse[] }>(`/api/ManagementFeeMax/GetFeeUse/${year}`)).rows
/** The years whose maximum is printed: the last year with statements, and the year of the current budgets. */
const getFeeYears = (ask: FigureReader) => [ask.year, ask.year + 1]

type Maximum = { effectiveDate: string; typeName: string; amount: number | null }
type BudgetOfFee = {
  propertyId: number
  budgetYear: number
  months: number
  units: number
  mostFees: number | null
}
type FeeMetric = { id: string; rule: string | null }

const feeMaximum: QuantityWithPlaces = {
  quantity: {
    name: 'Maximum management fee',
    definition:
      'The most that a management fee may be a unit and month, the mean of the days of the fiscal year.',
    unit: 'dollars',
    population: 'properties whose fee is judged by units',
    asOf: 'the fiscal year',
  },
  of: 'property and fiscal year',
  places: [
    {
      name: 'Management fees used: maximum a unit and month',
      read: async (ask) => {
        const entries: Entry[] = []
        for (const year of getFeeYears(ask))
          for (const row of await loadFeeUse(ask, year))
            entries.push([`${row.propertyId} ${year}`, row.perUnitMaximum])
        return getFigures(entries)
      },
    },
    {
      name: 'Maximum management fees: the type’s, where one holds all year',
      read: async (ask) => {
        const entries: Entry[] = []
        for (const year of getFeeYears(ask)) {
          const maxima = await ask.get<Maximum[]>(`/api/ManagementFeeMax/GetByYear/${year}`)
          for (const { propertyId, first, last, judgedBy } of await loadFeeUse(ask, year)) {
            const maximaOfType = maxima.filter(({ typeName }) => typeName === judgedBy[0])
            const isOfYear = first === `${year}-01-01` && last === `${year}-12-31`
            if (isOfYear && judgedBy.length === 1 && maximaOfType.length === 1)
              entries.push([`${propertyId} ${year}`, maximaOfType[0]!.amount ?? undefined])
          }
        }
        return getFigures(entries)
      },
    },
    {
      name: 'Report card: maximum of the management fee',
      isOfAgency: true,
      read: async (ask) => {
        const entries: Entry[] = []
        for (const { propertyId, afsId } of await ask.report('FinancialReportCard', { year: ask.year })) {
          const card = await ask.get<{ metrics: FeeMetric[] } | undefined>(
            `/api/AFSReportCard/vm/${afsId}?of=statement`,
          )
          const [, dollars] = /maximum \$([\d.,]+) a unit and month/.exec(JSON.stringify(card)) ?? []
          if (dollars) entries.push([`${propertyId} ${ask.year}`, Number(dollars.replaceAll(',', ''))])
        }
        return getFigures(entries)
      },
    },
    {
      name: 'Budget: greatest fee, a unit and month, where one maximum holds all year',
      read: async (ask) => {
        const entries: Entry[] = []
        for (const { budgetId } of await ask.get<{ budgetId: number }[]>('/api/Budget/GetAdminList')) {
          const budget = await ask.get<BudgetOfFee>(`/api/Budget/GetRequest/${budgetId}`)
          const { propertyId, budgetYear, months, units, mostFees } = budget
          const isProduct = mostFees !== null && toCents(mostFees) % (units * months) === 0
          if (isProduct && getFeeYears(ask).includes(budgetYear))
            entries.push([`${propertyId} ${budgetYear}`, mostFees / (units * months)])
        }
        return getFigures(entries)
      },
    },
  ],
}

const feeUsed: QuantityWithPlaces = {
  quantity: {
    name: 'Management fee used',
    definition: 'The management fee of a fiscal year for each occupied unit and month.',
    unit: 'dollars',
    population: 'properties with a filed statement and every month of the year',
    asOf: 'the fiscal year',
  },
  of: 'property, in the last year',
  places: [
    {
      name: 'Management fees used: a unit and month',
      read: async (ask: FigureReader) => {
        const { rows } = await ask.get<{ rows: { propertyId: number; perUnitMonth: number | null }[] }>(
          `/api/ManagementFeeMax/GetFeeUse/${ask.year}`,
        )
        return getFigures(rows.map((row) => [row.propertyId, row.perUnitMonth]))
      },
    },
    {
      name: 'Fee used of a property',
      read: (ask) =>
        readEachProperty<number | null>(
          ask,
          (propertyId) => `/api/ManagementFeeMax/GetUsedMgmtFee/${propertyId}/${ask.year}`,
          // The call answers 0 while figures are missing.
          (fee, propertyId) => [[propertyId, fee === 0 ? null : fee]],
        ),
    },
  ],
}

/** The places that print the maximum management fee. */
export const feePlaces: readonly QuantityWithPlaces[] = [feeUsed, feeMaximum]
