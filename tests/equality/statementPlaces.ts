import type { Quantity } from '#kernel/model/quantity.ts'
import {
  type Asking,
  type Entry,
  type Figures,
  getFigures,
  ofEachProperty,
  ofFactSheets,
  ofWatchList,
} from './asking.ts'
import type { Place, Placed } from './place.ts'

/** Fiscal years that places are asked about: the last that reports begin with and the one before. */
const getYears = (ask: Asking) => [ask.year, ask.year - 1]

const ofYears =
  (
    name: 'FinancialReportCard' | 'NOI' | 'EconomicOccupancy',
    column: string,
    keyed: (row: Readonly<Record<string, unknown>>, year: number) => string = (row, year) =>
      `${row.propertyId} ${year}`,
  ) =>
  async (ask: Asking): Promise<Figures> => {
    const entries: Entry[] = []
    for (const year of getYears(ask))
      for (const row of await ask.report(name, name === 'NOI' ? { year, compareYear: year - 1 } : { year })) {
        const { withheld = [] } = row as { withheld?: string[] }
        if (!withheld.includes(column)) entries.push([keyed(row, year), row[column] ?? null])
      }
    return getFigures(entries)
  }

/** What the watch list keeps of fiscal years, by the year in which one ended. */
const watchedYears = (key: string): Place => ({
  name: `Watch list: ${key}`,
  isOfAgency: true,
  read: async (ask) =>
    getFigures(
      (await ofWatchList(ask, key))
        .filter(({ day }) => getYears(ask).includes(Number(day.slice(0, 4))))
        .map(({ propertyId, day, value }) => [`${propertyId} ${day.slice(0, 4)}`, value]),
    ),
})

type CardFigure = { id: string; value: number | null }
/** A figure of the report cards themselves. */
const ofCards = (id: string): Place => ({
  name: `Report card: ${id}`,
  isOfAgency: true,
  read: async (ask) => {
    const entries: Entry[] = []
    for (const { propertyId, afsId } of await ask.report('FinancialReportCard', { year: ask.year })) {
      const card = await ask.get<{ metrics: CardFigure[] } | undefined>(
        `/api/AFSReportCard/vm/${afsId}?of=statement`,
      )
      const figure = card?.metrics.find((metric) => metric.id === id)
      if (figure) entries.push([`${propertyId} ${ask.year}`, figure.value])
    }
    return getFigures(entries)
  },
})

type YearOfHistory = { year: number; operatingIncome: number | null; coverage: number | null }
const coverageHistory = (name: string, read: (year: YearOfHistory) => number | null): Place => ({
  name: `Coverage of a property: ${name}`,
  read: (ask) =>
    ofEachProperty<YearOfHistory[]>(
      ask,
      (propertyId) => `/api/AFSReportCard/GetAFSDCRHistory/${propertyId}`,
      (history, propertyId) =>
        history
          .filter(({ year }) => getYears(ask).includes(year))
          .map((year) => [`${propertyId} ${year.year}`, read(year)]),
    ),
})

const ofFiscalYear = (name: string, definition: string, unit: string): Quantity => ({
  name,
  definition,
  unit,
  population: 'filed annual financial statements',
  asOf: 'the end of the fiscal year; as decided, once the card is decided',
})

const coverage: Placed = {
  quantity: ofFiscalYear(
    'Coverage',
    'Net operating income with custom income, after reserve deposits where the agency says so, ÷ debt service.',
    'ratio',
  ),
  of: 'property and fiscal year',
  places: [
    ofCards('RPC-M1'),
    { name: 'Financial report card (7): Coverage', read: ofYears('FinancialReportCard', 'dcr') },
    { name: 'NOI (10): Coverage', read: ofYears('NOI', 'dcr') },
    coverageHistory('Coverage', (year) => year.coverage),
    watchedYears('coverage'),
  ],
}

const economicOccupancy: Placed = {
  quantity: ofFiscalYear(
    'Economic occupancy',
    'Rent revenue less vacancy loss, concessions and bad debts, in percent of rent revenue.',
    'percent',
  ),
  of: 'property and fiscal year',
  places: [
    ofCards('RPC-M3'),
    {
      name: 'Financial report card (7): Economic occupancy',
      read: ofYears('FinancialReportCard', 'econOcc'),
    },
    { name: 'Economic occupancy (11): Economic occupancy', read: ofYears('EconomicOccupancy', 'econOcc') },
    watchedYears('economicOccupancy'),
  ],
}

const reservePerUnit: Placed = {
  quantity: ofFiscalYear(
    'Reserve a unit of a statement',
    'The replacement reserve of the balance sheet (1320) ÷ the units of the property.',
    'dollars',
  ),
  of: 'property and fiscal year',
  places: [
    ofCards('RPC-M9'),
    { name: 'Financial report card (7): Reserve a unit', read: ofYears('FinancialReportCard', 'r4rPerUnit') },
  ],
}

const operatingIncome: Placed = {
  quantity: ofFiscalYear(
    'NOI',
    'Revenue (5000T) less operating cost (6263T, 6400T, 6500T, 6700T), before reserve deposits.',
    'dollars',
  ),
  of: 'property and fiscal year',
  places: [
    { name: 'NOI (10): NOI', read: ofYears('NOI', 'noi') },
    coverageHistory('Operating income', (year) => year.operatingIncome),
    {
      name: 'NOI (10): NOI compared',
      read: ofYears('NOI', 'priorNoi', (row, year) => `${row.propertyId} ${year - 1}`),
    },
  ],
}

const wholeDollars: Placed = {
  quantity: ofFiscalYear('NOI in whole dollars', 'NOI, as it is printed without cents.', 'dollars'),
  of: 'property, in the year of its fact sheet',
  places: [
    {
      name: 'NOI (10): NOI',
      read: async (ask) =>
        getFigures(
          [...(await ofYears('NOI', 'noi')(ask))].map(([key, noi]) => [key, Math.round(Number(noi))]),
        ),
    },
    {
      name: 'Fact sheet: Net operating',
      read: (ask) =>
        ofFactSheets(ask, 'Operations', (rows, propertyId) => {
          const cells = new Map(rows.map(([label, text]) => [label, String(text)]))
          const net = cells.get('Net operating')
          const dollars = net?.replaceAll(/[$,]/g, '').replace('−', '-')
          return dollars ? [[`${propertyId} ${cells.get('Fiscal year')}`, Number(dollars)]] : []
        }),
    },
  ],
}

type Budgeted = { budgetYear: number; statusId: number; operatingIncome: number | null }
const APPROVED = 5
const ofBudgets = (path: string, read: (answer: never) => Budgeted[]) => (ask: Asking) =>
  ofEachProperty<never>(
    ask,
    (propertyId) => `${path}/${propertyId}`,
    (answer, propertyId) =>
      read(answer)
        .filter(({ budgetYear, statusId }) => getYears(ask).includes(budgetYear) && statusId === APPROVED)
        .map(({ budgetYear, operatingIncome: income }) => [`${propertyId} ${budgetYear}`, income]),
  )

const budgetedIncome: Placed = {
  quantity: {
    name: 'NOI budgeted',
    definition: 'NOI of the approved budget of the year.',
    unit: 'dollars',
    population: 'approved budgets',
    asOf: 'the day of approval',
  },
  of: 'property and budget year',
  places: [
    {
      name: 'Budgets of a property: NOI',
      read: ofBudgets('/api/Budget/GetByProjectId', (budgets: (Budgeted & { approvedTotals: Budgeted })[]) =>
        budgets.map((budget) => ({
          ...budget,
          operatingIncome: budget.approvedTotals?.operatingIncome ?? null,
        })),
      ),
    },
    {
      name: 'Coverage of budgets: Operating income',
      read: ofBudgets('/api/projects/GetBudgetDCRs', (rows) => rows),
    },
    {
      name: 'Head of a budget: Operating income',
      read: ofBudgets('/api/Budget/GetProjectHeader', (header: { coverage: Budgeted[] }) => header.coverage),
    },
    {
      name: 'NOI (10): NOI budgeted',
      read: async (ask) => {
        const budgeted = await ofYears('NOI', 'budgetNoi')(ask)
        const months = await ofYears('NOI', 'months')(ask)
        // Beside a statement of fewer months the report prints the budget of as many.
        return getFigures([...budgeted].filter(([key, figure]) => figure !== null && months.get(key) === 12))
      },
    },
  ],
}

const inspectionScoreOfYear: Placed = {
  quantity: ofFiscalYear(
    'Inspection score',
    'The score of the last inspection by the end of the year.',
    'points',
  ),
  of: 'property and fiscal year',
  places: [
    ofCards('RPC-M4'),
    { name: 'Financial report card (7): Inspection score', read: ofYears('FinancialReportCard', 'score') },
  ],
}

const goingConcern: Placed = {
  quantity: ofFiscalYear(
    'Going concern',
    'Whether the auditor doubts that the owner can go on.',
    'yes or no',
  ),
  of: 'property and fiscal year',
  places: [
    {
      name: 'Statements of a year: Going concern',
      isOfAgency: true,
      read: async (ask) => {
        const entries: Entry[] = []
        for (const year of getYears(ask))
          for (const row of await ask.get<
            { propertyId: number; goingConcern?: boolean; afsId: number | null }[]
          >(`/api/AFS/GetReviewListByYear/${year}`))
            if (row.afsId !== null)
              entries.push([`${row.propertyId} ${year}`, Number(row.goingConcern ?? false)])
        return getFigures(entries)
      },
    },
    {
      name: 'Statement: Going concern',
      read: async (ask) => {
        const entries: Entry[] = []
        for (const { propertyId, afsId } of await ask.report('FinancialReportCard', { year: ask.year })) {
          const statement = await ask.get<{ goingConcern: boolean }>(`/api/AFS/GetRequest/${afsId}`)
          entries.push([`${propertyId} ${ask.year}`, Number(statement.goingConcern)])
        }
        return getFigures(entries)
      },
    },
    watchedYears('goingConcern'),
  ],
}

/** What annual statements, budgets and report cards say. */
export const statementPlaces: readonly Placed[] = [
  coverage,
  economicOccupancy,
  reservePerUnit,
  operatingIncome,
  wholeDollars,
  budgetedIncome,
  inspectionScoreOfYear,
  goingConcern,
]
