import { z } from 'zod'
import { entity, type Row } from '#kernel/model/entity.ts'
import { choiceField, id, number, ref, requiredText, text } from '#kernel/model/field.ts'

/** The statements that accounts belong to. */
export const statements = ['Balance sheet', 'Income and expense', 'Budget'] as const
export type StatementName = (typeof statements)[number]

const FIRST_YEAR = 1990
const LAST_YEAR = 2200
/** A field for a year of the chart. */
export const createYearField = (label: string) => number(label, FIRST_YEAR, LAST_YEAR).unwrap()

/**
 * The format of an account code: digits, with one capital letter before or after them (`5120`, `5100T`,
 * `B110`).
 */
const CODE = /^[A-Z]?\d{2,6}[A-Z]?$/

/**
 * An account in a range of years. With `sign` −1 a range of a formula subtracts it, as with allowances.
 * With `formula` it is a computed total. `programs` are the federal types that use it, null for all.
 * Source: domain 4.3, 4.4; HUD Handbook 4370.2.
 */
export const ChartAccount = entity('ChartAccount', {
  table: 'chart_account',
  key: 'chartAccountId',
  label: 'Account',
  fields: {
    chartAccountId: id('Account'),
    code: requiredText('Code', 8).regex(
      CODE,
      'Digits, with one capital letter before or behind them, such as 5120 or 5100T.',
    ),
    name: requiredText('Name', 120),
    statement: choiceField('Statement', statements),
    section: requiredText('Section', 80),
    position: number('Position').unwrap(),
    sign: z
      .union([z.literal(1), z.literal(-1)])
      .meta({ label: 'Counts', kind: 'choice', labels: { 1: 'Added', [-1]: 'Subtracted' } }),
    formula: text('Formula', 400),
    programs: z.array(z.int()).max(100).nullable(),
    effectiveFrom: createYearField('From year'),
    effectiveTo: number('Through year', FIRST_YEAR, LAST_YEAR),
  },
})
export type Account = Row<typeof ChartAccount>

/** The name of an account in a company's own books, learned from its imports. `name` is in lower case. */
export const AccountName = entity('AccountName', {
  table: 'account_name',
  key: 'accountNameId',
  label: 'Account name',
  companyScoped: true,
  fields: {
    accountNameId: id('Name'),
    managementCompanyId: ref('Management company', 'ManagementCompany').unwrap(),
    name: requiredText('Name in the books', 120),
    code: requiredText('Code', 8),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
