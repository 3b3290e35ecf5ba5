import type { ZodType } from 'zod'
import type { ContentOf } from '#engines/review/model/index.ts'
import type { FormLines, FormValues } from '#engines/review/web/index.ts'
import {
  createRowsSchema,
  type FigureRow,
  getChangedFigures,
  getFigureRows,
} from '#engines/worksheet/web/index.ts'
import { entryCategories } from '../model/categories.ts'
import {
  type Program2013,
  Program2013Debt,
  Program2013EmployeeType,
  StatementCategoryAmount,
} from '../model/entities.ts'
import type { RecordDetail } from '../model/records.ts'

const { amount, note } = StatementCategoryAmount.fields

type LineEntity = Pick<
  typeof Program2013Debt | typeof Program2013EmployeeType,
  'fields' | 'content' | 'input'
>

/**
 * Builds the schema of a line in the form. Fields that only the server sets are optional, so that a new line
 * is valid.
 */
const buildLineShape = ({ fields, content, input }: LineEntity) =>
  input.extend(
    Object.fromEntries(content.map((name) => [name, (fields as Readonly<Record<string, ZodType>>)[name]!])),
  )

/** The lists of a record that people fill in line by line. */
export type RecordLists = Pick<ContentOf<typeof Program2013>, 'unitMix'> & {
  employees: ContentOf<typeof Program2013EmployeeType>[]
  debts: ContentOf<typeof Program2013Debt>[]
}

/** The lists of a record in the form: the categories as rows of the sheet, employees and debts unchanged. */
export const formLines = {
  shape: {
    lines: createRowsSchema('Income and expense', { amount, note: note! }),
    employees: buildLineShape(Program2013EmployeeType)
      .array()
      .meta({ label: 'Employees', noun: 'Employee type' }),
    debts: buildLineShape(Program2013Debt).array().meta({ label: 'Debts', noun: 'Debt' }),
  },
  valuesOf: ({ lines, employees, debts }) => ({
    lines: getFigureRows(entryCategories, lines, ['amount']),
    employees,
    debts,
  }),
  sent: ({ lines, employees, debts }, detail) => ({
    lines: getChangedFigures(lines as FigureRow[], detail.lines, ['amount', 'note']),
    employees,
    debts,
  }),
} satisfies FormLines<RecordDetail>

/** The values of the form of a record. */
export type RecordValues = FormValues<typeof Program2013, Pick<typeof formLines, 'shape'>> & RecordLists
