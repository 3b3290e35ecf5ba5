import { anyPercentField, computeShare, defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { decimal, id, money, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** Report 10: net operating income of a year, compared with another year and the budget. */
export default defineReport(facts, {
  path: '/api/reporting/NOI',
  access: permission('AFS', 'read'),
  parameters: {
    year: number('Year', 1990, 2200).unwrap().optional(),
    compareYear: number('Compared with year', 1990, 2200).unwrap().optional(),
  },
  defaults: (today) => ({ year: Number(today.slice(0, 4)) - 1, compareYear: Number(today.slice(0, 4)) - 2 }),
  row: {
    propertyId: id('Property'),
    year: number('Year'),
    property: text('Property'),
    propertyNumber: text('Number'),
    units: number('Units'),
    months: number('Months'),
    revenue: money('Revenue'),
    opex: money('Operating cost'),
    noi: money('NOI'),
    noiPerUnit: money('NOI a unit'),
    priorNoi: money('NOI compared'),
    priorMonths: number('Months compared'),
    change: anyPercentField('Change'),
    budgetNoi: money('NOI budgeted'),
    overBudget: money('Against budget'),
    debtService: money('Debt service'),
    dcr: decimal('Coverage'),
    yearNoi: money('NOI of a full year'),
    comparedNoi: money('NOI of a full year, of those compared'),
    comparedPrior: money('NOI compared of a full year'),
  },
  hidden: ['year', 'yearNoi', 'comparedNoi', 'comparedPrior'],
  withheld: { dcr: 'The coverage of a statement is shown to its company once the statement is decided.' },
  totals: {
    units: 'sum',
    revenue: 'sum',
    opex: 'sum',
    noi: 'sum',
    yearNoi: 'sum',
    noiPerUnit: ({ yearNoi, units }) =>
      yearNoi == null || !units ? null : Math.round((100 * yearNoi) / units) / 100,
    priorNoi: 'sum',
    comparedNoi: 'sum',
    comparedPrior: 'sum',
    change: ({ comparedPrior, comparedNoi }) =>
      comparedPrior == null || comparedNoi == null
        ? null
        : computeShare(comparedNoi - comparedPrior, Math.abs(comparedPrior)),
    budgetNoi: 'sum',
    overBudget: 'sum',
    debtService: 'sum',
  },
  tiles: [
    {
      title: 'Net operating income',
      order: 4,
      kind: 'money',
      better: 'more',
      map: true,
      buildParameters: (today) => ({
        year: Number(today.slice(0, 4)) - 1,
        compareYear: Number(today.slice(0, 4)) - 2,
      }),
      figure: ({ totals }) => totals.noi ?? null,
      note: ({ totals }) =>
        totals.change == null
          ? null
          : `${totals.change.toFixed(2)}% from the year before, of those with both years`,
    },
  ],
  order: 'property',
  exceptions: 'Negative or lower NOI only',
  ofProperties: true,
  decimals: { dcr: 2 },
  footnote:
    'NOI is total revenue (5000T) minus administrative expenses, utilities, operating and maintenance, and taxes and insurance (6263T, 6400T, 6500T, 6700T) of the filed statement, before reserve deposits. Months: how many the statement covers. NOI a unit and change are those of full years: of a statement of fewer or more than twelve months, NOI counts by the twelve-month rate. Change is the difference from the NOI of the year compared, in percent of that NOI; totals include only properties with both. NOI budgeted is computed the same way from the approved budget of the year, for as many months as the statement covers. Debt service is principal, interest and mortgage insurance of must-pay debt; coverage is that of the report card.',
  to: ({ year, propertyId }) => `/afs/view/${year}/${propertyId}`,
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'noi',
})
