import { z } from 'zod'
import { sheetBody, sheetBytes, sheetOutcome, sheetQuery } from '#engines/worksheet/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, number } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { Loan, LoanNumber, LoanYear } from './entities.ts'

const [read, write] = [permission('EquityFigures', 'read'), agency('write')]
const [loan, numbers] = ['/api/Loan', '/api/LoanNumber']
const byProperty = z.object({ propertyId: id('Property') })
const byYear = z.object({ year: number('Year', 1, 9999).unwrap().optional() })

// The generic calls of loans, their numbers and their years.
export const loans = controller(Loan, { path: loan, read, write })
export const loanNumbers = controller(LoanNumber, { path: numbers, read, write })
export const loanYears = controller(LoanYear, { path: '/api/LoanYear', read, write })

const property = { propertyId: z.int(), propertyName: z.string(), agencyNumber: z.string().nullable() }
const money = z.number().nullable()

/** A loan in lists, with the figures of its newest booked year; amounts in dollars. */
const line = z.object({
  ...property,
  ...Loan.row.pick({
    loanId: true,
    name: true,
    lender: true,
    loanType: true,
    participationLender: true,
    originalAmount: true,
    interestRate: true,
    startDate: true,
    maturityDate: true,
    lienPosition: true,
    inEquity: true,
    status: true,
    paidOffDate: true,
  }).shape,
  /** The loan’s active numbers, separated by commas. */
  numbers: z.string().nullable(),
  /** The year of the figures, null if no year is booked. */
  year: z.int().nullable(),
  principalPaid: money,
  interestPaid: money,
  balance: money,
  /**
   * The balance by the terms, from the balance of the year before. `difference` is the booked balance less
   * this.
   */
  computedBalance: money,
  difference: money,
  annualDebtService: z.number(),
})
export type LoanLine = z.infer<typeof line>

const comparedYear = z.object({
  year: z.int(),
  booked: LoanYear.row.nullable(),
  scheduled: money,
  computedPrincipal: money,
  computedInterest: money,
  computedBalance: money,
  difference: money,
})
/** A loan with its numbers and all of its years. */
const view = z.object({
  loan: Loan.row,
  numbers: z.array(LoanNumber.row),
  years: z.array(comparedYear),
  annualDebtService: z.number(),
})
export type LoanView = z.infer<typeof view>

const yearLine = z.object({
  year: z.int(),
  properties: z.int(),
  loans: z.int(),
  principalPaid: z.number(),
  interestPaid: z.number(),
  endingBalance: z.number(),
  /** The number of loans that were running in the year and have no figures. */
  missing: z.int(),
})
export const getYears = call({
  method: 'GET',
  path: `${loan}/GetYears/:year`,
  aliases: [`${loan}/GetYears`],
  access: read,
  params: byYear,
  answer: z.array(yearLine),
  summary: 'Years with figures of loans, newest first, with totals; or one given year',
})

export const getByProject = call({
  method: 'GET',
  path: `${loan}/GetByProject/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(view),
  summary:
    'Loans of a property with their numbers and years, each year with the figures computed from the terms',
})

export const getByYear = call({
  method: 'GET',
  path: `${loan}/GetByYear/:year`,
  aliases: [`${loan}/GetByYear`],
  access: read,
  params: byYear,
  answer: z.array(line),
  summary: 'All loans active in a year with their figures; by default of the latest year booked',
})

const sums = { loans: z.int(), balance: z.number(), annualDebtService: z.number() }
export const getMcCardData = call({
  method: 'GET',
  path: `${loan}/GetMcCardData/:managementCompanyId`,
  access: read,
  params: z.object({ managementCompanyId: id('Management company') }),
  answer: z.object({
    managementCompanyId: z.int(),
    companyName: z.string(),
    properties: z.int(),
    paidOff: z.int(),
    ...sums,
    byType: z.array(z.object({ loanType: z.string(), ...sums })),
  }),
  summary: 'Active loans of the properties that a company runs: totals, also by type, in dollars',
})

export const getMitasNumbers = call({
  method: 'GET',
  path: `${loan}/GetMitasNumbers/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(LoanNumber.row.extend({ loanName: z.string() })),
  summary: 'Numbers of the agency’s servicing system at a property, active ones first',
})

export const getProjectOptions = call({
  method: 'GET',
  path: `${loan}/GetProjectOptions`,
  access: read,
  answer: z.array(z.object({ ...property, loans: z.int() })),
  summary: 'Properties to choose from, with how many active loans each has',
})

export const hasActiveLoans = call({
  method: 'GET',
  path: `${loan}/HasActiveLoans/:propertyId/:year`,
  access: read,
  params: byProperty.extend({ year: number('Year', 1, 9999).unwrap() }),
  answer: z.boolean(),
  summary: 'Whether a property had an active loan in a fiscal year',
})

export const getLoanHistory = call({
  method: 'GET',
  path: `${numbers}/GetLoanHistory/:id`,
  access: read,
  params: z.object({ id: id('Loan') }),
  answer: z.array(historyLine),
  summary: 'Changes of a loan, its numbers and its years, newest first',
})

export const getNumbersByProject = call({
  method: 'GET',
  path: `${numbers}/GetByProjectId/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(LoanNumber.row.extend({ loanName: z.string() })),
  summary: 'Loan numbers of a property, active ones first',
})

export const getLoans = call({
  method: 'GET',
  path: `${numbers}/GetLoans`,
  access: read,
  answer: z.array(line),
  summary: 'The register of loans with their numbers and latest figures',
})

/**
 * The outcome of an upload or of its check: the counts of years by whether they changed, and the number of
 * loans that were new to the register.
 */
const uploadOutcome = sheetOutcome.extend({ newLoans: z.int() })
export type LoanUploadOutcome = z.infer<typeof uploadOutcome>

export const uploadLoans = call({
  method: 'POST',
  path: '/api/EquityFigure/UploadLoans/:year',
  access: write,
  bodyLimit: sheetBytes,
  params: z.object({ year: number('Year', 1990, 2200).unwrap() }),
  query: sheetQuery,
  body: sheetBody,
  answer: uploadOutcome,
  summary:
    'Import figures of loans for a year from rows with column names; if one row has an error, none is stored. With `check`, nothing is stored and the errors are returned',
})
