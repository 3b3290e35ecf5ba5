import type { Quantity } from '#kernel/model/quantity.ts'
import {
  type Entry,
  type FigureReader,
  type Figures,
  getFigures,
  readEachProperty,
  readFactSheets,
  readWatchList,
} from './asking.ts'
import type { Place, QuantityWithPlaces } from './place.ts'

/** The fiscal years to compare: the last year that reports begin with, and the one before. */
const getYears = (ask: FigureReader) => [ask.year, ask.year - 1]

const readReportColumn =
  (
    name: 'FinancialReportCard' | 'NOI' | 'EconomicOccupancy',
    column: string,
    makeKey: (row: Readonly<Record<string, unknown>>, year: number) => string = (row, year) =>
      `${row.propertyId} ${year}`,
  ) =>
  async (ask: FigureReader): Promise<Figures> => {
    const entries: Entry[] = []
    for (const year of getYears(ask))
      for (const row of await ask.report(name, name === 'NOI' ? { year, compareYear: year - 1 } : { year })) {
        const { withheld = [] } = row as { withheld?: string[] }
        if (!withheld.includes(column)) entries.push([makeKey(row, year), row[column] ?? null])
      }
    return getFigures(entries)
  }

/** A place that prints the watch list's figures of fiscal years, keyed by the year in which each ended. */
const makeWatchListPlace = (key: string): Place => ({
  name: `Watch list: ${key}`,
  isOfAgency: true,
  read: async (ask) =>
    getFigures(
      (await readWatchList(ask, key))
        .filter(({ day }) => getYears(ask).includes(Number(day.slice(0, 4))))
        .map(({ propertyId, day, value }) => [`${propertyId} ${day.slice(0, 4)}`, value]),
    ),
})

type CardFigure = { id: string; value: number | null }
/** A place that prints a figure of the report cards themselves. */
const makeReportCardPlace = (id: string): Place => ({
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
const makeCoveragePlace = (name: string, read: (year: YearOfHistory) => number | null): Place => ({
  name: `Coverage of a property: ${name}`,
  read: (ask) =>
    readEachProperty<YearOfHistory[]>(
      ask,
      (propertyId) => `/api/AFSReportCard/GetAFSDCRHistory/${propertyId}`,
      (history, propertyId) =>
        history
          .filter(({ year }) => getYears(ask).includes(year))
          .map((year) => [`${propertyId} ${year.year}`, read(year)]),
    ),
})

const makeYearQuantity = (name: string, definition: string, unit: string): Quantity => ({
  name,
  definition,
  unit,
  population: 'filed annual financial statements',
  asOf: 'the end of the fiscal year; as decided, once the card is decided',
})

const coverage: QuantityWithPlaces = {
  quantity: makeYearQuantity(
    'Coverage',
    'Net operating income with custom income, after reserve deposits where the agency says so, ÷ debt service.',
    'ratio',
  ),
  of: 'property and fiscal year',
  places: [
    makeReportCardPlace('RPC-M1'),
    { name: 'Financial report card (7): Coverage', read: readReportColumn('FinancialReportCard', 'dcr') },
    { name: 'NOI (10): Coverage', read: readReportColumn('NOI', 'dcr') },
    makeCoveragePlace('Coverage', (year) => year.coverage),
    makeWatchListPlace('coverage'),
  ],
}

const economicOccupancy: QuantityWithPlaces = {
  quantity: makeYearQuantity(
    'Economic occupancy',
    'Rent revenue less vacancy loss, concessions and bad debts, in percent of rent revenue.',
    'percent',
  ),
  of: 'property and fiscal year',
  places: [
    makeReportCardPlace('RPC-M3'),
    {
      name: 'Financial report card (7): Economic occupancy',
      read: readReportColumn('FinancialReportCard', 'econOcc'),
    },
    {
      name: 'Economic occupancy (11): Economic occupancy',
      read: readReportColumn('EconomicOccupancy', 'econOcc'),
    },
    makeWatchListPlace('economicOccupancy'),
  ],
}

const reservePerUnit: QuantityWithPlaces = {
  quantity: makeYearQuantity(
    'Reserve a unit of a statement',
    'The replacement reserve of the balance sheet (1320) ÷ the units of the property.',
    'dollars',
  ),
  of: 'property and fiscal year',
  places: [
    makeReportCardPlace('RPC-M9'),
    {
      name: 'Financial report card (7): Reserve a unit',
      read: readReportColumn('FinancialReportCard', 'r4rPerUnit'),
    },
  ],
}

const operatingIncome: QuantityWithPlaces = {
  quantity: makeYearQuantity(
    'NOI',
    'Revenue (5000T) less operating cost (6263T, 6400T, 6500T, 6700T), before reserve deposits.',
    'dollars',
  ),
  of: 'property and fiscal year',
  places: [
    { name: 'NOI (10): NOI', read: readReportColumn('NOI', 'noi') },
    makeCoveragePlace('Operating income', (year) => year.operatingIncome),
    {
      name: 'NOI (10): NOI compared',
      read: readReportColumn('NOI', 'priorNoi', (row, year) => `${row.propertyId} ${year - 1}`),
    },
  ],
}

const wholeDollars: QuantityWithPlaces = {
  quantity: makeYearQuantity('NOI in whole dollars', 'NOI, as it is printed without cents.', 'dollars'),
  of: 'property, in the year of its fact sheet',
  places: [
    {
      name: 'NOI (10): NOI',
      read: async (ask) =>
        getFigures(
          [...(await readReportColumn('NOI', 'noi')(ask))].map(([key, noi]) => [
            key,
            Math.round(Number(noi)),
          ]),
        ),
    },
    {
      name: 'Fact sheet: Net operating',
      read: (ask) =>
        readFactSheets(ask, 'Operations', (rows, propertyId) => {
          const cells = new Map(rows.map(([label, text]) => [label, String(text)]))
          const net = cells.get('Net operating')
          const dollars = net?.replaceAll(/[$,]/g, '').replace('−', '-')
          return dollars ? [[`${propertyId} ${cells.get('Fiscal year')}`, Number(dollars)]] : []
        }),
    },
  ],
}

type BudgetFigures = { budgetYear: number; statusId: number; operatingIncome: number | null }
const APPROVED = 5
const readBudgets = (path: string, read: (answer: never) => BudgetFigures[]) => (ask: FigureReader) =>
  readEachProperty<never>(
    ask,
    (propertyId) => `${path}/${propertyId}`,
    (answer, propertyId) =>
      read(answer)
        .filter(({ budgetYear, statusId }) => getYears(ask).includes(budgetYear) && statusId === APPROVED)
        .map(({ budgetYear, operatingIncome: income }) => [`${propertyId} ${budgetYear}`, income]),
  )

const budgetedIncome: QuantityWithPlaces = {
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
      read: readBudgets(
        '/api/Budget/GetByProjectId',
        (budgets: (BudgetFigures & { approvedTotals: BudgetFigures })[]) =>
          budgets.map((budget) => ({
            ...budget,
            operatingIncome: budget.approvedTotals?.operatingIncome ?? null,
          })),
      ),
    },
    {
      name: 'Coverage of budgets: Operating income',
      read: readBudgets('/api/projects/GetBudgetDCRs', (rows) => rows),
    },
    {
      name: 'Head of a budget: Operating income',
      read: readBudgets(
        '/api/Budget/GetProjectHeader',
        (header: { coverage: BudgetFigures[] }) => header.coverage,
      ),
    },
    {
      name: 'NOI (10): NOI budgeted',
      read: async (ask) => {
        const budgeted = await readReportColumn('NOI', 'budgetNoi')(ask)
        const months = await readReportColumn('NOI', 'months')(ask)
        // Next to a statement of fewer months, the report prints the budget for the same number of months, so
        // such rows are omitted.
        return getFigures([...budgeted].filter(([key, figure]) => figure !== null && months.get(key) === 12))
      },
    },
  ],
}

const inspectionScoreOfYear: QuantityWithPlaces = {
  quantity: makeYearQuantity(
    'Inspection score',
    'The score of the last inspection by the end of the year.',
    'points',
  ),
  of: 'property and fiscal year',
  places: [
    makeReportCardPlace('RPC-M4'),
    {
      name: 'Financial report card (7): Inspection score',
      read: readReportColumn('FinancialReportCard', 'score'),
    },
  ],
}

const goingConcern: QuantityWithPlaces = {
  quantity: makeYearQuantity(
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
    makeWatchListPlace('goingConcern'),
  ],
}

/** The places that print figures of annual statements, budgets and report cards. */
export const statementPlaces: readonly QuantityWithPlaces[] = [
  coverage,
  economicOccupancy,
  reservePerUnit,
  operatingIncome,
  wholeDollars,
  budgetedIncome,
  inspectionScoreOfYear,
  goingConcern,
]
