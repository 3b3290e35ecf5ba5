import { z } from 'zod'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, number } from '#kernel/model/field.ts'
import { comparison } from './comparison.ts'
import { Program2013, Program2013Debt, Program2013EmployeeType, StatementCategoryAmount } from './entities.ts'
import { importBody, importOutcome, numberedProperty } from './importing.ts'
import { place } from './places.ts'
import { records } from './records.ts'

const { path, calls } = records
const access = permission('Budget', 'read')
const write = agency('write')
const byRecord = z.object({ id: id('2013 record') })
const { year, recordType } = Program2013.fields

// The generic calls of the three kinds of lines of a record.
export const categories = controller(StatementCategoryAmount, {
  path: '/api/StatementCategoryAmount',
  read: access,
  write,
})
export const employeeTypes = controller(Program2013EmployeeType, {
  path: '/api/Program2013EmployeeType',
  read: access,
  write,
})
export const debts = controller(Program2013Debt, { path: '/api/Program2013Debt', read: access, write })

export const createRecord = call({
  method: 'POST',
  // `id` is the property. It has the parameter name of the generic calls, so that the paths are the same.
  path: `${path}/:id`,
  access: write,
  params: z.object({ id: id('Property') }),
  body: z.object({ year: year.optional(), recordType: recordType.optional() }),
  answer: calls.one.answer,
  summary:
    '2013 record: create one for a property, year and type; left out, the year is this one and the type the next one',
})

const byYear = z.object({ year: number('Year', 0, 2200).unwrap() })
export const getList = call({
  method: 'GET',
  path: `${path}/GetList/:year`,
  access,
  params: byYear,
  answer: calls.list.answer,
  summary: '2013 record: records of a year; 0 means all',
})

/** A property that has no record of a year and type. */
const candidate = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  propertyNumber: z.string(),
  city: z.string().nullable(),
  county: z.string().nullable(),
  statusId: z.int(),
  units: z.int(),
  /** The types of the property’s records in that year, separated by commas. */
  has: z.string(),
})
export type Candidate = z.infer<typeof candidate>
export const getCandidates = call({
  method: 'GET',
  path: `${path}/GetCandidates/:year`,
  access: agency('read'),
  params: byYear,
  query: z.object({ recordType: recordType.optional() }),
  answer: z.array(candidate),
  summary: '2013 record: properties without a record for a year, or without one of a type',
})

export const getZipCityCountyPairs = call({
  method: 'GET',
  path: `${path}/GetZipCityCountyPairs`,
  access: signedIn,
  answer: z.array(place),
  summary: 'All ZIP codes of the state with city and counties',
})

export const getNumbers = call({
  method: 'GET',
  path: `${path}/GetNumbers/:year`,
  access: write,
  params: byYear,
  answer: z.array(numberedProperty),
  summary: '2013 record: the numbers by which an import identifies properties, with their types in a year',
})

export const importRecords = call({
  method: 'POST',
  path: `${path}/Import/:year`,
  access: write,
  params: z.object({ year }),
  query: z.object({ fileName: z.string().max(200).optional() }),
  body: importBody,
  bodyLimit: 4_194_304,
  answer: z.array(importOutcome),
  summary: '2013 record: import rows, one for each property; if one row has an error, none is stored',
})

export const getCategories = call({
  method: 'GET',
  path: '/api/StatementCategoryAmount/GetByStatementId/:statementId',
  access,
  params: z.object({ statementId: id('2013 record') }),
  answer: z.array(StatementCategoryAmount.row),
  summary: 'The totals of the categories of a 2013 record',
})
export const getEmployeeTypes = call({
  method: 'GET',
  path: '/api/Program2013EmployeeType/GetBy2013id/:id',
  access,
  params: byRecord,
  answer: z.array(Program2013EmployeeType.row),
  summary: 'The employees at the property in a 2013 record',
})
export const getDebts = call({
  method: 'GET',
  path: '/api/Program2013Debt/GetBy2013id/:id',
  access,
  params: byRecord,
  answer: z.array(Program2013Debt.row),
  summary: 'The loans of a 2013 record',
})

export const getComparison = call({
  method: 'GET',
  path: `${path}/GetComparison/:id`,
  access,
  params: byRecord,
  query: z.object({ year: number('Year', 1990, 2200).unwrap().optional() }),
  answer: comparison,
  summary:
    '2013 record: compared line by line with budget and statement of a year; by default the latest year with both',
})
