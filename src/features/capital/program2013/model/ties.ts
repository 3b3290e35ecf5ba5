import {
  type AnyFigures,
  compareTieOut,
  createColumnReader,
  getLineCode,
  type Side,
  type TieOut,
  type TieOutResult,
} from '#engines/worksheet/model/index.ts'
import { sumMoney, toCents } from '#kernel/model/money.ts'
import { categoryChart } from './categories.ts'
import { computeLevelDebtService } from './figures.ts'

type UnitKind = { units: number | null; rent: number | null }
type Employees = { employees: number | null; salary: number | null; benefits: number | null }
type Debt = {
  lender: string | null
  amount: number | null
  rate: number | null
  amortizationMonths: number | null
  annualDebtService: number | null
}
/** The entered values that are compared with each other. */
export type TieOutInput = {
  lines: readonly AnyFigures[]
  unitMix?: readonly UnitKind[] | null
  employees?: readonly Employees[] | null
  debts?: readonly Debt[] | null
}

/** Returns the rents of the unit mix in twelve months, in dollars. */
const sumRents = (mix: readonly UnitKind[]): number =>
  sumMoney(mix.map(({ units, rent }) => (units ?? 0) * (rent ?? 0))) * 12
/** Returns the salaries and benefits of all employees, in dollars a year. */
const sumPayroll = (people: readonly Employees[]): number =>
  sumMoney(people.map((person) => (person.employees ?? 0) * ((person.salary ?? 0) + (person.benefits ?? 0))))

/**
 * Returns every pair of figures that must agree, compared. Empty lists are not compared. `tolerance` is in
 * dollars.
 */
export function getProgram2013Ties(
  { lines, unitMix, employees, debts }: TieOutInput,
  tolerance: number,
): TieOutResult[] {
  const read = createColumnReader(categoryChart, lines)
  const category = (code: string): Side => ({ label: `${code}, this record`, cents: read(code), code })
  const tieOuts: (Omit<TieOut, 'source' | 'holds'> | null)[] = [
    unitMix?.length
      ? {
          id: 'P13-T1',
          title: 'Gross potential rent',
          stops: true,
          left: category('I01'),
          right: { label: 'rents of the unit mix, 12 months', cents: toCents(sumRents(unitMix)) },
        }
      : null,
    employees?.length
      ? {
          id: 'P13-T2',
          title: 'Payroll',
          stops: true,
          left: category('E11'),
          right: { label: 'salaries and benefits of the employees', cents: toCents(sumPayroll(employees)) },
        }
      : null,
    ...(debts ?? []).map((debt, index) => {
      const level = computeLevelDebtService(debt)
      if (level === null || debt.annualDebtService === null) return null
      const left = { label: 'debt service a year', cents: toCents(debt.annualDebtService) }
      const right = { label: 'level payments of its terms', cents: level }
      return { id: 'P13-T3', title: `Debt ${index + 1}`, stops: false, left, right }
    }),
  ]
  const figures = new Map(lines.map((line) => [getLineCode(line), read(getLineCode(line))]))
  return tieOuts.flatMap((tie) =>
    tie === null
      ? []
      : [compareTieOut({ ...tie, source: 'domain 30', holds: 'equal' }, tie.stops ? tolerance : 12, figures)],
  )
}

/** The text of each tie-out for the list of rules. A tie-out with `warns` does not stop a submission. */
export const tieDescriptions: Readonly<Record<string, { says: string; warns?: true }>> = {
  'P13-T1': { says: 'Gross potential rent (I01) is the rents of the unit mix in twelve months.' },
  'P13-T2': { says: 'Payroll (E11) is the salaries and benefits of the employees.' },
  'P13-T3': { says: 'The debt service of a loan is that of level payments at its terms.', warns: true },
}
