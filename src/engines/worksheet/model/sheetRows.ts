import { z } from 'zod'
import { getFieldMeta } from '#kernel/model/field.ts'
import { normalize } from '#kernel/model/wire.ts'

/**
 * The heading of the column of faults. A user may upload the corrected file of faults with this column; it
 * is ignored.
 */
export const WRONG = 'What is wrong'

/** A fault of an uploaded sheet: its row, counted from 1, the field and a sentence. */
export const sheetFault = z.object({ row: z.int(), field: z.string(), message: z.string() })
export type SheetFault = z.infer<typeof sheetFault>

/** The response to every upload of a sheet: how its rows differ from the stored ones, and every fault. */
export const sheetOutcome = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  faults: z.array(sheetFault),
})
export type SheetOutcome = z.infer<typeof sheetOutcome>

const MAX_UPLOADED_ROWS = 5000
/** The rows of a sheet as an upload sends them: cells by heading. */
export const sheetBody = z
  .array(z.record(z.string(), z.unknown()))
  .min(1, 'There is no row to upload.')
  .max(MAX_UPLOADED_ROWS, `At most ${MAX_UPLOADED_ROWS} rows at a time.`)
/** The maximum size of an upload, large enough for a full sheet. */
export const sheetBytes = 8_388_608
/** With `check` nothing is stored: the call only returns the faults. */
export const sheetQuery = z.object({
  check: z.boolean().optional().meta({ label: 'Only check', kind: 'flag' }),
})

type AnyRow = Readonly<Record<string, unknown>>

/** A sheet whose rows are read by their headings. */
export type SheetReader<S extends z.ZodObject = z.ZodObject> = {
  schema: S
  /** Fields in the order in which a sheet has them. */
  fields: readonly string[]
  required: readonly string[]
  /** Returns the label of a field, on the screen and in a sheet. */
  getFieldLabel: (field: string) => string
  /** Returns the headings that name no field, each once. */
  unknownHeadings: (rows: readonly AnyRow[]) => string[]
  /** Reads a row: headings are compared without case and punctuation, and empty cells are left out. */
  read: (row: AnyRow) => z.ZodSafeParseResult<z.infer<S>>
}

const simplifyHeading = (heading: string): string => heading.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
const isFaultsHeading = (heading: string): boolean => simplifyHeading(heading) === simplifyHeading(WRONG)

/**
 * Creates the reader of a sheet with rows of a schema. `synonyms` are headings of its fields in addition to
 * their names and labels.
 */
export function createSheetReader<S extends z.ZodObject>(
  schema: S,
  synonyms: Readonly<Record<string, keyof z.infer<S> & string>> = {},
): SheetReader<S> {
  const shape = schema.shape as Record<string, z.ZodType>
  const fields = Object.keys(shape)
  const getLabel = (field: string): string => getFieldMeta(shape[field] ?? z.unknown())?.label ?? field
  const headings = new Map<string, string>([
    ...fields.flatMap((field) => [
      [simplifyHeading(field), field] as const,
      [simplifyHeading(getLabel(field)), field] as const,
    ]),
    ...Object.entries(synonyms).map(([heading, field]) => [simplifyHeading(heading), field] as const),
  ])
  return {
    schema,
    fields,
    getFieldLabel: getLabel,
    required: fields.filter((field) => !shape[field]!.safeParse(undefined).success),
    unknownHeadings: (rows) =>
      [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
        (heading) => !headings.has(simplifyHeading(heading)) && !isFaultsHeading(heading),
      ),
    read: (row) => {
      const cells = Object.entries(row)
        .filter(([heading]) => !isFaultsHeading(heading))
        .map(([heading, value]) => [
          headings.get(simplifyHeading(heading)) ?? simplifyHeading(heading),
          typeof value === 'string' ? value.trim() : value,
        ])
        .filter(([, value]) => value !== '' && value !== null)
      return schema.safeParse(normalize(schema, Object.fromEntries(cells)))
    },
  }
}
