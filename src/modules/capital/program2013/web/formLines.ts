import type { FormLines } from '#review/web/index.ts'
import { changedFigures, type FigureRow, figureRows, figureShape } from '#statement/web/index.ts'
import { typed } from '../model/categories.ts'
import { Program2013Debt, Program2013EmployeeType, StatementCategoryAmount } from '../model/entities.ts'
import type { Detail } from '../model/records.ts'

const { amount, note } = StatementCategoryAmount.fields

/** The categories as rows of a form, and the other lists as they are sent: a new line has no number of its own yet. */
export const formLines: FormLines<Detail> = {
  shape: {
    lines: figureShape('Income and expense', { amount, note: note! }),
    employees: Program2013EmployeeType.input.array().meta({ label: 'Employees', noun: 'Employee type' }),
    debts: Program2013Debt.input.array().meta({ label: 'Debts', noun: 'Debt' }),
  },
  valuesOf: ({ lines, employees, debts }) => ({ lines: figureRows(typed, lines, ['amount']), employees, debts }),
  sent: ({ lines, employees, debts }, known) => ({
    lines: changedFigures(lines as FigureRow[], known.lines, ['amount', 'note']),
    employees,
    debts,
  }),
}
