import { z } from 'zod'
import { type AnyEntity, entity, type Fields } from '#kernel/model/entity.ts'
import { id, longText, money, number, ref, requiredText } from '#kernel/model/field.ts'
import { toCents } from '#kernel/model/money.ts'

/**
 * The source of a figure that was not typed: the row of a file, with its sheet if several sheets are
 * imported; or another record.
 */
const sourceFields = {
  file: z.string().max(200).optional(),
  sheet: z.string().max(31).optional(),
  row: z.int().optional(),
  carried: z.string().max(120).optional(),
}
/**
 * The origin of a figure: the user who typed it and when, the row of an imported file, or the record it was
 * carried from. `was` is the imported or carried amount before a user typed over it, in dollars.
 */
export const origin = z.object({
  by: z.int().nullable(),
  at: z.string(),
  ...sourceFields,
  was: z.object({ amount: z.number().nullable(), ...sourceFields }).optional(),
})
export type Origin = z.infer<typeof origin>

/**
 * Returns the origin of a figure after a save. If a user types over an imported or carried figure, `was`
 * keeps the earlier amount and its source.
 */
export function getOrigin(before: Origin | undefined, amount: number | null, created: Origin): Origin {
  if (created.file || created.carried) return created
  const { by: _, at: __, was, ...from } = before ?? created
  if (from.file || from.carried) return { ...created, was: { amount, ...from } }
  return was ? { ...created, was } : created
}

/** The last import, which can be undone as one step; null once anything was changed since. */
export const lastImport = z.object({ file: z.string(), rows: z.int(), at: z.string() }).nullable()
export type LastImport = z.infer<typeof lastImport>

/**
 * A line of a statement as sent between browser and server: its account, dollars by column, its note, and the
 * origins of its figures.
 */
export type FigureLine<C extends string = string> = {
  code: string
  note: string | null
  origins: Record<string, Origin> | null
} & Record<C, number | null>

/**
 * Declares the entity of a statement's lines: one line for each account that has a figure or a note, with a
 * column of money for each of `columns` and its label. The table is set up by `kernel.reviewed_lines(…)`,
 * unique by record and code.
 */
export function declareFigureLine<const Name extends string, const C extends string>(
  name: Name,
  options: {
    table: string
    key: string
    parent: string
    label: string
    columns: Readonly<Record<C, string>>
  },
) {
  const { table, key, parent, label, columns } = options
  const columnLabels = Object.entries(columns) as [C, string][]
  const amounts = Object.fromEntries(columnLabels.map(([column, words]) => [column, money(words)])) as Record<
    C,
    ReturnType<typeof money>
  >
  const fields = {
    [key]: id('Line'),
    [parent]: id('Statement'),
    propertyId: id('Property'),
    code: requiredText('Account', 8),
    /** The number in the code, by which the history names the line. */
    position: number('Position').unwrap(),
    ...amounts,
    note: longText('Note', 1000),
    // Has no label, because history shows the figure and not its origin.
    origins: z.record(z.string(), origin).nullable(),
    filedCompanyId: ref('Filed by company', 'ManagementCompany'),
  } as Fields & Record<C, ReturnType<typeof money>>
  const declared = entity(name, {
    table,
    key,
    label,
    fields,
    serverOnly: ['propertyId', 'position', 'origins', 'filedCompanyId'],
  })
  return { ...declared, parent, columns: columnLabels.map(([column]) => column) }
}
/** The entity of a statement's lines, as `figureLine` declares it. */
export type FigureEntity = AnyEntity & { parent: string; columns: readonly string[] }

/** Returns the schema of the lines of a save: the account, the note, and the columns that are saved. */
export const getLinesSchema = <const C extends string>(columns: readonly C[]) =>
  z
    .array(
      z.object({
        code: requiredText('Account', 8),
        ...(Object.fromEntries(columns.map((column) => [column, money(column).optional()])) as Record<
          C,
          z.ZodOptional<ReturnType<typeof money>>
        >),
        note: longText('Note', 1000).optional(),
      }),
    )
    .max(500)

/** The figures of a column by account code, in integer cents. */
export const computeStatementCents = (
  lines: readonly { code: string }[],
  column: string,
): Map<string, number> =>
  new Map(
    lines.flatMap((line) => {
      const amount = (line as Record<string, unknown>)[column]
      return typeof amount === 'number' ? [[line.code, toCents(amount)] as const] : []
    }),
  )
