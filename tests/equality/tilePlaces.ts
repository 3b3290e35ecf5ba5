import type { Quantity } from '#kernel/model/quantity.ts'
import { type FigureReader, getFigures, type Row } from './asking.ts'
import type { QuantityWithPlaces } from './place.ts'

const OPERATING = { propertyStatus: 0 }
const makeSingleFigure = (figure: number | null) => getFigures([['operating', figure]])

const makeTilePlace = (title: string) => ({
  name: `Tile “${title}”`,
  read: async (ask: FigureReader) => makeSingleFigure((await ask.tile(title)).figure),
})
const makeRowsPlace = (name: string, read: (ask: FigureReader) => Promise<number>) => ({
  name,
  read: async (ask: FigureReader) => makeSingleFigure(await read(ask)),
})
const makeOperatingQuantity = (name: string, definition: string, unit: string): Quantity => ({
  name,
  definition,
  unit,
  population: 'operating properties the caller may read',
  asOf: 'today at the agency',
})
const readNumber = (row: Row, column: string): number | null => row[column] ?? null

/** The figures of tiles, each compared with the rows of its report, counted again here. */
export const tilePlaces: readonly QuantityWithPlaces[] = [
  {
    quantity: makeOperatingQuantity(
      'Coverage below 1.10',
      'Statements of the last year with a coverage below 1.10.',
      'statements',
    ),
    of: 'all operating properties',
    places: [
      makeRowsPlace('Financial report card (7): rows below 1.10', async (ask) => {
        const rows = await ask.report('FinancialReportCard', { year: ask.year, ...OPERATING })
        return rows.filter((row) => (readNumber(row, 'dcr') ?? Number.POSITIVE_INFINITY) < 1.1).length
      }),
      makeTilePlace('Coverage below 1.10'),
    ],
  },
  {
    quantity: makeOperatingQuantity(
      'Below the occupancy threshold',
      'Properties below the threshold in the last month.',
      'properties',
    ),
    of: 'all operating properties',
    places: [
      makeRowsPlace('Occupancy by property (5): rows below the threshold', async (ask) => {
        const rows = await ask.report('OccupancyByProperty', { from: ask.month, to: ask.month, ...OPERATING })
        return rows.filter((row) => Boolean(row.below)).length
      }),
      makeTilePlace('Below the occupancy threshold'),
    ],
  },
  {
    quantity: makeOperatingQuantity('NOI of all', 'NOI of the last year added up.', 'dollars'),
    of: 'all operating properties',
    places: [
      makeRowsPlace('NOI (10): rows added up', async (ask) => {
        const rows = await ask.report('NOI', { year: ask.year, compareYear: ask.year - 1, ...OPERATING })
        return rows.reduce((sum, row) => sum + (readNumber(row, 'noi') ?? 0), 0)
      }),
      makeTilePlace('Net operating income'),
    ],
  },
  {
    quantity: makeOperatingQuantity(
      'Reserve below $1,000 a unit',
      'Statements of the last year with less in reserve.',
      'statements',
    ),
    of: 'all operating properties',
    places: [
      makeRowsPlace('Financial report card (7): rows below $1,000', async (ask) => {
        const rows = await ask.report('FinancialReportCard', { year: ask.year, ...OPERATING })
        return rows.filter((row) => (readNumber(row, 'r4rPerUnit') ?? Number.POSITIVE_INFINITY) < 1000).length
      }),
      makeTilePlace('Reserve below $1,000 a unit'),
    ],
  },
  {
    quantity: makeOperatingQuantity(
      'Properties non-compliant',
      'Properties that are non-compliant by what is known.',
      'properties',
    ),
    of: 'all operating properties',
    places: [
      makeRowsPlace('Properties: chips counted', async (ask) => {
        const rows = await ask.get<{ status: number; nonCompliant: boolean }[]>(
          '/api/projects/GetAllProjectInformation',
        )
        return rows.filter(({ status, nonCompliant }) => status === 0 && nonCompliant).length
      }),
      makeTilePlace('Properties non-compliant'),
    ],
  },
  {
    quantity: makeOperatingQuantity(
      'Findings open',
      'Open items of non-compliance, answered ones included.',
      'findings',
    ),
    of: 'all operating properties',
    places: [
      makeRowsPlace('Compliance summary (15): Findings, added up', async (ask) => {
        const rows = await ask.report('ComplianceModuleSummary', OPERATING)
        return rows.reduce((sum, row) => sum + (readNumber(row, 'openFindings') ?? 0), 0)
      }),
      makeTilePlace('Findings open'),
    ],
  },
]

/** Tiles whose figure is printed in no other place, with the reason. */
export const tilesAlone: Readonly<Record<string, string>> = {
  'More than 45 days payable': 'The mean of a column of its own report.',
  '8823 to be filed': 'Forms are listed by inspection only.',
  'Economic occupancy': 'The weighted mean of report 11, which no list shows.',
  'Debt coverage': 'The mean of report 7, which no list shows.',
  'Rents over their limit': 'Counted by report 16 alone.',
  'Replies to residents overdue': 'Counted by its report alone.',
  'Special-needs units vacant': 'Counted by its report alone.',
}
