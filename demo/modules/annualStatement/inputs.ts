import type { Property } from '../../types.ts'
import type { BooksOf } from './types.ts'

const credits = ['LIHTC 9%', 'LIHTC 4%', 'LIHTC, rate not recorded', 'State LIHTC', 'Tax-exempt bonds']

/** What the books of a property of the portfolio are made from, with what was budgeted for it. */
export function getAnnualStatementInput(property: Property, plan: BooksOf['plan']): BooksOf {
  const layers = property.federalTypes.map((federalType) => federalType.name)
  const financed = layers.some((name) => credits.includes(name))
  return {
    key: property.source || String(property.id),
    units: property.totalUnits,
    lowIncomeUnits: property.lowIncomeUnits,
    fiscalYearEndMonth: property.fiscalYearEndMonth,
    serviceDate: property.serviceDate,
    plan,
    reserve: property.reserve,
    otherReserves: property.otherReserves,
    credits: financed,
    taxCreditOnly: financed && layers.every((name) => credits.includes(name)),
    ownerName: property.ownerName,
  }
}
