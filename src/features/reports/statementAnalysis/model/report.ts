import { anyPercentField, defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { choiceField, money, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** The maximum number of years shown side by side. */
export const MAX_YEARS = 5
const parts = ['Income and expense', 'Balance sheet'] as const

/** Report 3: the amounts of every account over several years. */
export default defineReport(facts, {
  path: '/api/reporting/StatementAnalysis',
  access: permission('AFS', 'read'),
  parameters: {
    year: number('Year', 1990, 2200).unwrap().optional(),
    years: number('Years', 1, MAX_YEARS).unwrap().optional(),
    part: choiceField('Part', parts).optional(),
  },
  defaults: (today) => ({ year: Number(today.slice(0, 4)) - 1, years: 3 }),
  row: {
    position: number('Position'),
    code: text('Account'),
    account: text('Name'),
    section: text('Section'),
    y1: money('Year'),
    y2: money('1 year before'),
    y3: money('2 years before'),
    y4: money('3 years before'),
    y5: money('4 years before'),
    change: anyPercentField('Change'),
    perUnit: money('A unit'),
    pctRevenue: anyPercentField('Of revenue'),
    peerMedian: money('Median a unit'),
    properties: number('Properties'),
  },
  hidden: ['position'],
  totals: {},
  labels: ({ year, years = MAX_YEARS }) => {
    const last = Number(year)
    if (!Number.isInteger(last)) return {}
    const name = (back: number) => [`y${back + 1}`, back < Number(years) ? String(last - back) : ''] as const
    return Object.fromEntries([0, 1, 2, 3, 4].map(name))
  },
  order: 'position',
  exceptions: 'Changed by more than 10% only',
  footnote:
    'Sums over the filed statements of the chosen properties; totals by the formulas of the chart of accounts. Change: from the prior year, in percent of its amount. A unit: the amount of the year ÷ the units of the properties with a statement; of a statement of fewer or more than twelve months, income and expense count by the twelve-month rate. Of revenue: the amount ÷ total revenue (5000T). Median a unit: the median of the properties’ amounts a unit; to compare one property with others, choose its company or county. Properties: how many have an amount in the account.',
})
