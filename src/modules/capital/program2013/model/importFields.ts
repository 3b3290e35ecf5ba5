import { typed } from './categories.ts'
import { recordTypes } from './entities.ts'

/** A column of an import; `headings` are others by which it is known. */
type Field<Name extends string> = {
  name: Name
  label: string
  kind: 'text' | 'count' | 'percent' | 'money'
  required?: true
  headings?: readonly string[]
}

/**
 * The columns of an import, in the order of the pattern: whose record it is, where, and a column for each
 * category.
 */
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
const debt = [
  { name: 'lender', label: 'Lender', kind: 'text' },
  { name: 'debtAmount', label: 'Debt', kind: 'money', headings: ['debt amount', 'mortgage'] },
  { name: 'debtService', label: 'Debt service', kind: 'money', headings: ['annual debt service'] },
] as const satisfies readonly Field<string>[]

export type ImportField =
  | (typeof recordFields)[number]['name']
  | (typeof debt)[number]['name']
  | `E${string}`
  | `I${string}`

export const importFields: readonly Field<ImportField>[] = [
  ...recordFields,
  ...typed.map(
    ({ code, name }): Field<ImportField> => ({
      name: code as ImportField,
      label: name,
      kind: 'money' as const,
      headings: [code, `${code} ${name}`],
      ...(code === 'I01' ? { required: true as const } : {}),
    }),
  ),
  ...debt,
]

/** The fields that a record keeps as they are written. */
export const texts = ['projectNumber', 'projectName', 'city', 'county', 'zip'] as const

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The field that a heading of a file means. */
export const getProgram2013Field = (heading: string): ImportField | undefined =>
  importFields.find(({ name, label, headings = [] }) =>
    [name, label, ...headings].some((text) => bare(text) === bare(heading)),
  )?.name

/** A type as people write it: `firm`, `Firm commitment`, `Final / cost certification`. */
export const recordType = (text: string): (typeof recordTypes)[number] | null =>
  recordTypes.find((recordType) => bare(text).split(' ')[0] === recordType.toLowerCase()) ?? null
