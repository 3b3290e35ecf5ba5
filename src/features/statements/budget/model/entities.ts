import { z } from 'zod'
import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { declareFigureLine } from '#engines/worksheet/model/index.ts'
import { flag, id, longText, moment, money, number, percent, ref, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/**
 * Totals of a budget that lists and other modules read, in dollars; computed from its lines when they are
 * saved.
 */
export const totals = z.object({
  grossPotentialRent: z.number(),
  revenue: z.number(),
  expenses: z.number(),
  operatingIncome: z.number(),
  reserveDeposits: z.number(),
  debtService: z.number(),
})
export type Totals = z.infer<typeof totals>

/**
 * A position at the property (domain 9.2): `charged` is the part of the salary that the property pays, in
 * percent points.
 */
const position = z.object({
  clientKey: z.string().max(40).nullable(),
  title: text('Position', 80),
  hours: number('Hours a week', 0, 168),
  salary: money('Salary a year'),
  charged: percent('Charged to the property'),
  rentFreeUnit: flag('Rent-free unit'),
})
/** A planned replacement or improvement with its year (domain 9.2). */
const plannedWork = z.object({
  clientKey: z.string().max(40).nullable(),
  item: text('Work', 120),
  year: number('Year', 1990, 2200),
  cost: money('Cost'),
})

/** The operating budget of a property for one of its fiscal years (domain 9). */
export const Budget = declareReviewedEntity('Budget', {
  table: 'budget',
  key: 'budgetId',
  label: facts.label,
  fields: {
    budgetId: id('Budget'),
    propertyId: id('Property'),
    budgetYear: number('Fiscal year', 1990, 2200).unwrap(),
    months: number('Months in the year', 1, 12).unwrap(),
    rentIncreaseIncluded: flag('A rent increase is to be asked for').nullable(),
    rentIncreasePercent: percent('Rent increase (percent)'),
    staffing: z.array(position).max(100).meta({ label: 'Staffing', noun: 'Position' }),
    capitalPlan: z.array(plannedWork).max(100).meta({ label: 'Capital plan', noun: 'Work' }),
    comments: longText('Comments'),
    certified: flag(
      'I certify that this budget is complete and that its figures come from the books of the property.',
    ),
    /** Who certified the budget and when. The portal fills in both. */
    certificationId: ref('Certified by', 'User'),
    certifiedAt: moment('Certified'),
    /**
     * Gross potential rent at the rents approved when the budget was submitted. Later approvals do not
     * change it.
     */
    approvedRents: money('Approved rents of the year'),
    totals: totals.nullable(),
    approvedTotals: totals.nullable(),
    conditions: longText('Conditions', 2000),
    reviewComments: longText('Comments of the review', 4000),
  },
  begunWith: ['budgetYear'],
  content: [
    'months',
    'rentIncreaseIncluded',
    'rentIncreasePercent',
    'staffing',
    'capitalPlan',
    'comments',
    'certified',
  ],
  review: ['conditions', 'reviewComments'],
  withheld: ['conditions', 'approvedTotals'],
  agencyOnly: ['reviewComments'],
})

/** The columns of a budget's worksheet (domain 9.2). */
export const columnLabels = {
  priorActual: 'Prior actual',
  currentBudget: 'Current budget',
  yearToDate: 'Year to date',
  proposed: 'Proposed',
  approved: 'Approved',
} as const
export type ColumnKey = keyof typeof columnLabels
/** The columns that the company enters. */
export const companyColumns = ['priorActual', 'currentBudget', 'yearToDate', 'proposed'] as const

export const BudgetLine = declareFigureLine('BudgetLine', {
  table: 'budget_line',
  key: 'budgetLineId',
  parent: 'budgetId',
  label: 'Budget line',
  columns: columnLabels,
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
