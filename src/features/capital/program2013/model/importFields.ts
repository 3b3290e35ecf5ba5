import { entryCategories } from './categories.ts'
import { recordTypes } from './entities.ts'

/** A column of an import. `headings` are other spellings of its heading that are accepted. */
type Field<Name extends string> = {
  name: Name
  label: string
  kind: 'text' | 'count' | 'percent' | 'money'
  required?: true
  headings?: readonly string[]
}

/** The columns that identify and describe a record. */
const recordFields = [
  {
    name: 'projectNumber',
    label: 'Project number',
    kind: 'text',
    required: true,
    headings: ['number', 'project no'],
  },
  { name: 'recordType', label: 'Type', kind: 'text', required: true, headings: ['record type'] },
  { name: 'projectName', label: 'Project name', kind: 'text', headings: ['name', 'project'] },
  { name: 'city', label: 'City', kind: 'text', required: true },
  { name: 'county', label: 'County', kind: 'text', required: true },
  { name: 'zip', label: 'ZIP code', kind: 'text', required: true, headings: ['zip'] },
  { name: 'units', label: 'Units', kind: 'count', required: true },
  {
    name: 'vacancyPercent',
    label: 'Vacancy percent',
    kind: 'percent',
    required: true,
    headings: ['vacancy'],
  },
] as const satisfies readonly Field<string>[]
/** The columns of the debt of a record. */
const debtFields = [
  { name: 'lender', label: 'Lender', kind: 'text' },
  { name: 'debtAmount', label: 'Debt', kind: 'money', headings: ['debt amount', 'mortgage'] },
  { name: 'debtService', label: 'Debt service', kind: 'money', headings: ['annual debt service'] },
] as const satisfies readonly Field<string>[]

/**
 * The name of a column: a field of the record, a field of its debt, or the code of a category (E = expense, I
 * = income).
 */
export type ImportField =
  | (typeof recordFields)[number]['name']
  | (typeof debtFields)[number]['name']
  | `E${string}`
  | `I${string}`

/** All columns, in the order of the template that people download: record, categories, debt. */
export const importFields: readonly Field<ImportField>[] = [
  ...recordFields,
  ...entryCategories.map(
    ({ code, name }): Field<ImportField> => ({
      name: code as ImportField,
      label: name,
      kind: 'money' as const,
      headings: [code, `${code} ${name}`],
      ...(code === 'I01' ? { required: true as const } : {}),
    }),
  ),
  ...debtFields,
]

/**
 * The text fields that a record stores as they are in the file. `recordType` is parsed instead, and `lender`
 * belongs to the debt.
 */
export const recordTextFields = ['projectNumber', 'projectName', 'city', 'county', 'zip'] as const

/** Reduces a heading to lowercase letters and digits with single spaces, so that spellings compare equal. */
const normalizeHeading = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Returns the field that a heading of a file names, if any. */
export const findImportField = (heading: string): ImportField | undefined =>
  importFields.find(({ name, label, headings = [] }) =>
    [name, label, ...headings].some((text) => normalizeHeading(text) === normalizeHeading(heading)),
  )?.name

/**
 * Returns the record type that the first word of the text names, in upper or lower case: `Firm commitment` is
 * Firm. Null if it names none.
 */
export const parseRecordType = (text: string): (typeof recordTypes)[number] | null =>
  recordTypes.find((recordType) => normalizeHeading(text).split(' ')[0] === recordType.toLowerCase()) ?? null
