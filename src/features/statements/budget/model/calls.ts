import { z } from 'zod'
import { propertyCall } from '#engines/review/model/index.ts'
import { declareFileCalls } from '#engines/worksheet/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id, number } from '#kernel/model/field.ts'
import { budgets } from './budgets.ts'
import { companyColumns } from './entities.ts'

const { path, calls } = budgets
const answer = calls.one.answer
const access = permission('Budget', 'read')
const write = permission('Budget', 'write')
const version = z.int().nullable().optional()

export const getBudget = call({
  method: 'GET',
  path: `${path}/GetBudget/:projectId/:year`,
  access,
  params: z.object({ projectId: id('Property'), year: number('Year', 1, 9999).unwrap() }),
  answer,
  summary: 'Budget: that of a property and fiscal year; an empty one, not stored, if none was begun',
})

const budgetToFile = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  units: z.int(),
  /** The year of the next budget. */
  budgetYear: z.int(),
  budgetId: z.int().nullable(),
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  dueDate: z.string().nullable(),
})
export const getByUserId = call({
  method: 'GET',
  path: `${path}/GetByUserId/:userId`,
  access,
  params: z.object({ userId: id('User') }),
  answer: z.array(budgetToFile),
  summary:
    'Budget: the properties for which a person files budgets, each with its next budget; 0 means the caller',
})

/**
 * A year's debt coverage, proposed and approved. Null without debt; approved is also null until the agency
 * decides.
 */
const coverageLine = z.object({
  budgetId: z.int(),
  budgetYear: z.int(),
  statusId: z.int(),
  statusLabel: z.string(),
  operatingIncome: z.number().nullable(),
  reserveDeposits: z.number().nullable(),
  debtService: z.number().nullable(),
  proposed: z.number().nullable(),
  approved: z.number().nullable(),
})
export const getBudgetDcrs = call({
  method: 'GET',
  path: '/api/projects/GetBudgetDCRs/:projectId',
  access,
  params: z.object({ projectId: id('Property') }),
  answer: z.array(coverageLine),
  summary: 'Debt coverage of a property’s budgets, newest first',
})

export const getDebtService = call({
  method: 'GET',
  path: '/api/Budget/GetDebtService/:propertyId/:year',
  access,
  params: z.object({ propertyId: id('Property'), year: number('Year', 1, 9999).unwrap() }),
  answer: z.object({
    /** The names of the loans. */
    loans: z.array(z.string()),
    /** Dollars by account. */
    lines: z.record(z.string(), z.number()),
  }),
  summary: 'Debt service of a budget year by the terms of the loans in the register',
})

export const getProjectHeader = propertyCall(
  budgets,
  'GetProjectHeader',
  z.object({
    propertyId: z.int(),
    propertyName: z.string(),
    companyName: z.string().nullable(),
    units: z.int(),
    fiscalYearEndMonth: z.int(),
    budgetYear: z.int(),
    /** Gross potential rent of the next year at the rents approved today, in dollars. */
    approvedRents: z.number().nullable(),
    requiredDeposits: z.number(),
    allowed: z.boolean(),
    reasons: z.array(z.string()),
    coverage: z.array(coverageLine),
  }),
  'the header above the budgets of a property',
)

export const certify = call({
  method: 'POST',
  path: `${path}/Certify/:id`,
  access: write,
  params: z.object({ id: id('Budget') }),
  body: z.object({ version }).optional(),
  answer,
  summary: 'Budget: certify it with name and time, which is required to submit it',
})

export const files = declareFileCalls({ path, label: 'Budget', write, answer, columns: companyColumns })
