import type { Quantity } from '#kernel/model/quantity.ts'
import { type Asking, getFigures, type Row } from './asking.ts'
import type { Placed } from './place.ts'

const OPERATING = { propertyStatus: 0 }
const single = (figure: number | null) => getFigures([['operating', figure]])

const tile = (title: string) => ({
  name: `Tile “${title}”`,
  read: async (ask: Asking) => single((await ask.tile(title)).figure),
})
const ofRows = (name: string, read: (ask: Asking) => Promise<number>) => ({
  name,
  read: async (ask: Asking) => single(await read(ask)),
})
const ofOperating = (name: string, definition: string, unit: string): Quantity => ({
  name,
  definition,
  unit,
  population: 'operating properties the caller may read',
  asOf: 'today at the agency',
})
const number = (row: Row, column: string): number | null => row[column] ?? null

/** What tiles count, and the rows of their report counted again. */
export const tilePlaces: readonly Placed[] = [
  {
    quantity: ofOperating(
      'Coverage below 1.10',
      'Statements of the last year with a coverage below 1.10.',
      'statements',
    ),
    of: 'all operating properties',
    places: [
      ofRows('Financial report card (7): rows below 1.10', async (ask) => {
        const rows = await ask.report('FinancialReportCard', { year: ask.year, ...OPERATING })
        return rows.filter((row) => (number(row, 'dcr') ?? Number.POSITIVE_INFINITY) < 1.1).length
      }),
      tile('Coverage below 1.10'),
    ],
  },
  {
    quantity: ofOperating(
      'Below the occupancy threshold',
      'Properties below the threshold in the last month.',
      'properties',
    ),
    of: 'all operating properties',
    places: [
      ofRows('Occupancy by property (5): rows below the threshold', async (ask) => {
        const rows = await ask.report('OccupancyByProperty', { from: ask.month, to: ask.month, ...OPERATING })
        return rows.filter((row) => Boolean(row.below)).length
      }),
      tile('Below the occupancy threshold'),
    ],
  },
  {
    quantity: ofOperating('NOI of all', 'NOI of the last year added up.', 'dollars'),
    of: 'all operating properties',
    places: [
      ofRows('NOI (10): rows added up', async (ask) => {
        const rows = await ask.report('NOI', { year: ask.year, compareYear: ask.year - 1, ...OPERATING })
        return rows.reduce((sum, row) => sum + (number(row, 'noi') ?? 0), 0)
      }),
      tile('Net operating income'),
    ],
  },
  {
    quantity: ofOperating(
      'Reserve below $1,000 a unit',
      'Statements of the last year with less in reserve.',
      'statements',
    ),
    of: 'all operating properties',
    places: [
      ofRows('Financial report card (7): rows below $1,000', async (ask) => {
        const rows = await ask.report('FinancialReportCard', { year: ask.year, ...OPERATING })
        return rows.filter((row) => (number(row, 'r4rPerUnit') ?? Number.POSITIVE_INFINITY) < 1000).length
      }),
      tile('Reserve below $1,000 a unit'),
    ],
  },
  {
    quantity: ofOperating(
      'Properties non-compliant',
      'Properties that are non-compliant by what is known.',
      'properties',
    ),
    of: 'all operating properties',
    places: [
      ofRows('Properties: chips counted', async (ask) => {
        const rows = await ask.get<{ status: number; nonCompliant: boolean }[]>(
          '/api/projects/GetAllProjectInformation',
        )
        return rows.filter(({ status, nonCompliant }) => status === 0 && nonCompliant).length
      }),
      tile('Properties non-compliant'),
    ],
  },
  {
    quantity: ofOperating(
      'Findings open',
      'Open items of non-compliance, answered ones included.',
      'findings',
    ),
    of: 'all operating properties',
    places: [
      ofRows('Compliance summary (15): Findings, added up', async (ask) => {
        const rows = await ask.report('ComplianceModuleSummary', OPERATING)
        return rows.reduce((sum, row) => sum + (number(row, 'openFindings') ?? 0), 0)
      }),
      tile('Findings open'),
    ],
  },
]

/** Tiles whose figure stands in no other place, with the reason. */
export const tilesAlone: Readonly<Record<string, string>> = {
  'More than 45 days payable': 'The mean of a column of its own report.',
  '8823 to be filed': 'Forms are listed by inspection only.',
  'Economic occupancy': 'The weighted mean of report 11, which no list shows.',
  'Debt coverage': 'The mean of report 7, which no list shows.',
  'Rents over their limit': 'Counted by report 16 alone.',
  'Replies to residents overdue': 'Counted by its report alone.',
  'Special-needs units vacant': 'Counted by its report alone.',
}
