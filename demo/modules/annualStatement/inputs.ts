import type { Property } from '../../types.ts'
import type { BooksInput } from './types.ts'

const creditPrograms = ['LIHTC 9%', 'LIHTC 4%', 'LIHTC, rate not recorded', 'State LIHTC', 'Tax-exempt bonds']

/** Builds the input for the generated books of a property from the property and its budget. */
export function getAnnualStatementInput(property: Property, plan: BooksInput['plan']): BooksInput {
  const programNames = property.federalTypes.map((federalType) => federalType.name)
  const hasTaxCredits = programNames.some((name) => creditPrograms.includes(name))
  return {
    key: property.source || String(property.id),
    units: property.totalUnits,
    lowIncomeUnits: property.lowIncomeUnits,
    fiscalYearEndMonth: property.fiscalYearEndMonth,
    serviceDate: property.serviceDate,
    plan,
    reserve: property.reserve,
    otherReserves: property.otherReserves,
    hasTaxCredits,
    hasOnlyTaxCredits: hasTaxCredits && programNames.every((name) => creditPrograms.includes(name)),
    ownerName: property.ownerName,
  }
}
