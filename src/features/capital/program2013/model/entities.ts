import { z } from 'zod'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { declareFigureLine } from '#engines/worksheet/model/index.ts'
import { choiceField, id, longText, moment, money, number, percent, text, zip } from '#kernel/model/field.ts'
import { facts } from './facts.ts'
import { recordTotals } from './figures.ts'

/** The types of records, by the step of the commitment for which one is drawn up (domain 30). */
export const recordTypes = ['Initial', 'Conditional', 'Firm', 'Final'] as const

/** A unit type with its number of units and monthly rent. All unit types add up to gross potential rent. */
const unitKind = z.object({
  clientKey: z.string().max(40).nullable(),
  kind: text('Unit type', 60),
  units: number('Units', 0, 5000),
  rent: money('Rent a month', undefined, 0),
})

/**
 * The underwriting pro-forma of a property, form 2013, with which its first budgets are compared (domain 30).
 */
export const Program2013 = declareReviewedEntity('Program2013', {
  table: 'program2013',
  key: 'program2013Id',
  label: facts.label,
  fields: {
    program2013Id: id('2013 record'),
    propertyId: id('Property'),
    year: number('Year', 1990, 2200).unwrap(),
    recordType: choiceField('Type', recordTypes),
    projectNumber: text('Project number', 40),
    projectName: text('Project name', 200),
    city: text('City', 100),
    county: text('County', 100),
    zip: zip(),
    units: number('Units', 0, 5000),
    vacancyPercent: percent('Vacancy (percent)'),
    unitMix: z.array(unitKind).max(100).meta({ label: 'Unit mix', noun: 'Unit type' }),
    comments: longText('Comments'),
    importFile: text('Imported from', 200),
    importedAt: moment('Imported'),
    totals: recordTotals.nullable(),
  },
  begunWith: ['year', 'recordType'],
  content: [
    'projectNumber',
    'projectName',
    'city',
    'county',
    'zip',
    'units',
    'vacancyPercent',
    'unitMix',
    'comments',
  ],
})

/** The yearly amount of one category in a record. */
export const StatementCategoryAmount = declareFigureLine('StatementCategoryAmount', {
  table: 'statement_category_amount',
  key: 'statementCategoryAmountId',
  parent: 'program2013Id',
  label: 'Category',
  columns: { amount: 'Amount' },
})

const employeeTypes = [
  'Manager',
  'Assistant manager',
  'Maintenance',
  'Janitor',
  'Security',
  'Leasing',
] as const

/** A type of employee at the property. Hours, salary and benefits are those of one person. */
export const Program2013EmployeeType = declareReviewedLine('Program2013EmployeeType', {
  table: 'program2013_employee_type',
  key: 'program2013EmployeeTypeId',
  label: 'Employee type',
  parent: 'program2013Id',
  fields: {
    program2013EmployeeTypeId: id('Employee type'),
    program2013Id: id('2013 record'),
    propertyId: id('Property'),
    employeeType: choiceField('Employees', employeeTypes),
    employees: number('People', 0, 1000),
    hours: number('Hours a week', 0, 168),
    salary: money('Salary a year', undefined, 0),
    benefits: money('Benefits a year', undefined, 0),
    freeUnitValue: money('Value of rent-free unit', undefined, 0),
  },
  content: ['employeeType', 'employees', 'hours', 'salary', 'benefits', 'freeUnitValue'],
})

const debtTypes = ['Construction', 'Permanent', 'Subordinate', 'Deferred', 'Other'] as const

/** A loan in the pro-forma. */
export const Program2013Debt = declareReviewedLine('Program2013Debt', {
  table: 'program2013_debt',
  key: 'program2013DebtId',
  label: 'Debt',
  parent: 'program2013Id',
  fields: {
    program2013DebtId: id('Debt'),
    program2013Id: id('2013 record'),
    propertyId: id('Property'),
    lender: text('Lender', 200),
    debtType: choiceField('Type', debtTypes),
    lien: number('Lien', 1, 20),
    amount: money('Amount', undefined, 0),
    rate: percent('Rate (percent)'),
    termMonths: number('Term in months', 0, 1200),
    amortizationMonths: number('Amortized over months', 0, 1200),
    annualDebtService: money('Debt service a year', undefined, 0),
  },
  content: [
    'lender',
    'debtType',
    'lien',
    'amount',
    'rate',
    'termMonths',
    'amortizationMonths',
    'annualDebtService',
  ],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
