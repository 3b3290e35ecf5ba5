import {
  type Entry,
  type FigureReader,
  type Figures,
  getFigures,
  readEachProperty,
  readWatchList,
  sumByKey,
} from './asking.ts'
import { createDistributionLetterPlace } from './letterPlaces.ts'
import type { QuantityWithPlaces } from './place.ts'

type Loan = { loanId: number; propertyId: number; balance: number | null; inEquity: boolean }
type LoanOfProperty = {
  loan: { loanId: number }
  years: { year: number; booked: { endingBalance: number } | null }[]
}
const ALL = 'all'

const loanBalance: QuantityWithPlaces = {
  quantity: {
    name: 'Loan balance',
    definition: 'What was left of a loan at the end of a year, as it was booked.',
    unit: 'dollars',
    population: 'loans with a booked year',
    asOf: 'the end of the year',
  },
  of: 'loan, and all of them, in the last year',
  places: [
    {
      name: 'Loans of a year: Balance',
      read: async (ask) =>
        sumByKey(
          (await ask.get<Loan[]>(`/api/Loan/GetByYear/${ask.year}`)).flatMap(({ loanId, balance }) =>
            balance === null ? [] : [[loanId, balance] as const],
          ),
          ALL,
        ),
    },
    {
      name: 'Loan numbers: Balance',
      read: async (ask) =>
        getFigures(
          (await ask.get<(Loan & { year: number })[]>('/api/LoanNumber/GetLoans'))
            .filter(({ year }) => year === ask.year)
            .map(({ loanId, balance }) => [loanId, balance]),
        ),
    },
    {
      name: 'Loans of a property: booked balance',
      read: (ask) =>
        readEachProperty<LoanOfProperty[]>(
          ask,
          (propertyId) => `/api/Loan/GetByProject/${propertyId}`,
          (loans) =>
            loans.flatMap(({ loan, years }): Entry[] => {
              const booked = years.find(({ year }) => year === ask.year)?.booked
              return booked ? [[loan.loanId, booked.endingBalance]] : []
            }),
        ),
    },
    {
      name: 'Years of loans: ending balance',
      read: async (ask) => {
        const [year] = await ask.get<{ endingBalance: number }[]>(`/api/Loan/GetYears/${ask.year}`)
        return getFigures([[ALL, year?.endingBalance]])
      },
    },
  ],
}

const mortgageBalance: QuantityWithPlaces = {
  quantity: {
    name: 'Mortgages in equity',
    definition: 'What was left at the end of a year of the loans that count in equity.',
    unit: 'dollars',
    population: 'properties with a figure of equity',
    asOf: 'the end of the year',
  },
  of: 'property, in the last year',
  places: [
    {
      name: 'Equity of a property: Mortgages',
      read: (ask) =>
        readEachProperty<{ computed: { mortgageBalance: number | null }; figure: { year: number } | null }[]>(
          ask,
          (propertyId) => `/api/EquityFigure/GetByProject/${propertyId}`,
          (rows, propertyId) =>
            rows
              .filter(({ figure }) => figure?.year === ask.year)
              .map(({ computed }) => [propertyId, computed.mortgageBalance]),
        ),
    },
    {
      name: 'Equity of a year: Mortgages',
      read: async (ask) =>
        getFigures(
          (
            await ask.get<{ propertyId: number; computed: { mortgageBalance: number | null } }[]>(
              `/api/EquityFigure/GetByYear/${ask.year}`,
            )
          ).map(({ propertyId, computed }) => [propertyId, computed.mortgageBalance]),
        ),
    },
    {
      name: 'Equity data of properties: Mortgages',
      read: async (ask) =>
        getFigures(
          (
            await ask.get<{ propertyId: number; year: number; mortgageBalance: number }[]>(
              '/api/Loan/GetProjectEquityData',
            )
          )
            .filter(({ year }) => year === ask.year)
            .map((row) => [row.propertyId, row.mortgageBalance]),
        ),
    },
  ],
}

type Note = { beginning: number | null; additions: number | null; payments: number | null }

type Statement = { propertyId: number; afsId: number }
/** Collects figures that are requested for each statement of the last year. */
async function readStatements<T>(
  ask: FigureReader,
  path: (statement: Statement) => string,
  read: (answer: T) => number | null | undefined,
): Promise<Figures> {
  const entries: Entry[] = []
  for (const statement of (await ask.report('FinancialReportCard', {
    year: ask.year,
  })) as unknown as Statement[])
    entries.push([statement.propertyId, read(await ask.get<T>(path(statement)))])
  return getFigures(entries)
}

const notesPayable: QuantityWithPlaces = {
  quantity: {
    name: 'Notes payable',
    definition: 'What is left of the notes of a statement: beginning and additions less payments.',
    unit: 'dollars',
    population: 'filed annual financial statements',
    asOf: 'the end of the fiscal year',
  },
  of: 'property, in the last fiscal year',
  places: [
    {
      name: 'Statement: notes payable',
      read: (ask) =>
        readStatements<{ notesPayable: Note[] }>(
          ask,
          ({ afsId }) => `/api/AFS/GetRequest/${afsId}`,
          ({ notesPayable: notes }) =>
            notes.reduce(
              (remaining, note) =>
                remaining + (note.beginning ?? 0) + (note.additions ?? 0) - (note.payments ?? 0),
              0,
            ),
        ),
    },
    {
      name: 'Watch list: loans',
      isOfAgency: true,
      read: async (ask) =>
        getFigures(
          (await readWatchList(ask, 'loans'))
            .filter(({ day }) => day.startsWith(String(ask.year)))
            .map(({ propertyId, value }) => [propertyId, value]),
        ),
    },
  ],
}

type Computation = { surplus: number | null; b2a: number | null; b4: number | null; required: boolean }
type DistributionFacts = { propertyId: number; year: number; surplus: number | null; b4: number | null }

/** Collects facts of the requests for distributions of the last year. */
async function readDistributionRequests(
  ask: FigureReader,
  read: (facts: DistributionFacts) => number | null,
): Promise<Figures> {
  const entries: Entry[] = []
  for (const propertyId of await ask.propertyIds())
    for (const { distributionRequestId } of await ask.get<{ distributionRequestId: number }[]>(
      `/api/DistributionRequest/GetPropertyHistory/${propertyId}`,
    )) {
      const { facts } = await ask.get<{ facts: DistributionFacts }>(
        `/api/DistributionRequest/GetRequest/${distributionRequestId}`,
      )
      if (facts?.year === ask.year) entries.push([propertyId, read(facts)])
    }
  return getFigures(entries)
}

const surplusCash: QuantityWithPlaces = {
  quantity: {
    name: 'Surplus cash',
    definition: 'Cash of the balance sheet less current obligations, as reviewed, else as submitted.',
    unit: 'dollars',
    population: 'filed annual financial statements',
    asOf: 'the end of the fiscal year',
  },
  of: 'property, in the last fiscal year',
  places: [
    {
      name: 'Surplus cash of a statement: C',
      read: (ask) =>
        readStatements<{
          submitted: { c: number } | null
          reviewed: { c: number } | null
          required: boolean
        }>(
          ask,
          ({ afsId }) => `/api/SurplusCash/vm/Get/${afsId}`,
          ({ submitted, reviewed, required }) => (required ? (reviewed ?? submitted)?.c : undefined),
        ),
    },
    {
      name: 'Amount of surplus cash',
      read: (ask) =>
        readStatements<number | null>(
          ask,
          ({ afsId }) => `/api/SurplusCash/GetSurplusAmount/${afsId}`,
          (amount) => amount ?? undefined,
        ),
    },
    {
      name: 'Computation of distributions: Surplus cash',
      read: (ask) =>
        readStatements<Computation>(
          ask,
          ({ afsId }) => `/api/ComputationOfDistributions/vm/Get/${afsId}`,
          ({ surplus, required }) => (required ? surplus : undefined),
        ),
    },
    {
      name: 'Request for a distribution: Surplus cash',
      read: (ask) => readDistributionRequests(ask, (f) => f.surplus),
    },
    createDistributionLetterPlace('b1'),
  ],
}

const distributable: QuantityWithPlaces = {
  quantity: {
    name: 'Distributable',
    definition: 'The lower of surplus cash and the rights that are left: line B4 of the computation.',
    unit: 'dollars',
    population: 'statements with a computation of distributions',
    asOf: 'the end of the fiscal year',
  },
  of: 'property, in the last fiscal year',
  places: [
    {
      name: 'Computation of distributions: B4',
      read: (ask) =>
        readStatements<Computation>(
          ask,
          ({ afsId }) => `/api/ComputationOfDistributions/vm/Get/${afsId}`,
          ({ b4, required }) => (required ? b4 : undefined),
        ),
    },
    {
      name: 'Request for a distribution: B4',
      read: (ask) => readDistributionRequests(ask, (facts) => facts.b4),
    },
    createDistributionLetterPlace('b4'),
  ],
}

/** The places that print figures of loans and of distributions. */
export const moneyPlaces: readonly QuantityWithPlaces[] = [
  loanBalance,
  mortgageBalance,
  notesPayable,
  surplusCash,
  distributable,
]
