import { z } from 'zod'
import { agency, company, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { AccountName, ChartAccount, createYearField } from './entities.ts'

const path = '/api/ChartOfAccounts'
const accounts = z.array(ChartAccount.row)
const { code, name, statement, section, position, sign, formula, programs } = ChartAccount.fields

export const getChart = call({
  method: 'GET',
  path: `${path}/GetByYear/:year`,
  access: signedIn,
  params: z.object({ year: createYearField('Year') }),
  answer: accounts,
  summary: 'The chart of accounts of a year, in order',
})

/** An account as the agency enters it, from a year on. */
const accountInput = z.object({
  code,
  name,
  statement,
  section,
  position,
  sign,
  formula,
  programs: programs.optional(),
  fromYear: createYearField('From year'),
})
export const saveAccount = call({
  method: 'POST',
  path: `${path}/SaveAccount`,
  access: agency('admin'),
  body: accountInput,
  answer: accounts,
  summary:
    'Add or change an account from a year on. Refused if something was filed for that year or a formula would break. Returns the chart of that year.',
})
export const endAccount = call({
  method: 'POST',
  path: `${path}/EndAccount`,
  access: agency('admin'),
  body: z.object({ code, fromYear: createYearField('From year') }),
  answer: accounts,
  summary: 'End an account of the chart from a year on, if no formula breaks',
})
export const getFirstOpenYear = call({
  method: 'GET',
  path: `${path}/FirstOpenYear`,
  access: agency('read'),
  answer: z.int(),
  summary: 'The first year whose chart no filing uses yet',
})

const accountNames = z.array(AccountName.row)
export const getAccountNames = call({
  method: 'GET',
  path: '/api/AccountName/GetByCompany/:managementCompanyId',
  access: company('read'),
  params: z.object({ managementCompanyId: id('Management company') }),
  answer: accountNames,
  summary: 'Names of the accounts in a company’s own books, as learned from its imports',
})
export const forgetAccountName = call({
  method: 'DELETE',
  path: '/api/AccountName/:id',
  access: company('write'),
  params: z.object({ id: id('Name') }),
  answer: z.boolean(),
  summary: 'Delete the learned name of an account in a company’s own books',
})
