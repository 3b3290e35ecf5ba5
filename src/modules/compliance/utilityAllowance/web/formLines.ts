import { z } from 'zod'
import type { FormLines } from '#review/web/index.ts'
import type { Detail } from '../model/allowances.ts'
import { type SentLine, type Utility, UtilityAllowanceLine, utilities } from '../model/entities.ts'

const { fields, content } = UtilityAllowanceLine
const draft = content.filter((name) => name !== 'tenantPays')

const shape = z.object({
  ...(Object.fromEntries(draft.map((name) => [name, fields[name]])) as Pick<
    typeof fields,
    (typeof draft)[number]
  >),
  utilityAllowanceLineId: fields.utilityAllowanceLineId.optional(),
  clientKey: z.string().nullable().optional(),
  /** One box for each utility that the tenant may pay. */
  pays: z.object(
    Object.fromEntries(
      utilities.map((name) => [name, z.boolean().optional().meta({ label: name, kind: 'flag' })]),
    ) as Record<Utility, z.ZodOptional<z.ZodBoolean>>,
  ),
})
export type FormRow = z.infer<typeof shape>

/** A line as the form has it. */
export const formRow = (line: SentLine): FormRow =>
  ({
    ...Object.fromEntries(draft.map((name) => [name, line[name] ?? null])),
    utilityAllowanceLineId: line.utilityAllowanceLineId ?? 0,
    clientKey: line.clientKey ?? null,
    pays: Object.fromEntries(utilities.map((name) => [name, line.tenantPays?.includes(name) ?? false])),
  }) as FormRow

/** A line of the form as the rules read it. */
export const getUtilityAllowanceLine = ({ pays, ...row }: FormRow): SentLine => ({
  ...row,
  utilityAllowance: typeof row.utilityAllowance === 'number' ? row.utilityAllowance : null,
  tenantPays: utilities.filter((name) => pays?.[name]),
})

const asLines = ({ lines }: Record<string, unknown>) => ({
  lines: (lines as FormRow[]).map(getUtilityAllowanceLine),
})

/** The unit types within the form, and how they travel. */
export const formLines: FormLines<Detail> = {
  shape: { lines: z.array(shape).meta({ label: 'Unit types', noun: 'Unit type' }) },
  valuesOf: ({ lines }) => ({ lines: lines.map(formRow) }),
  sent: asLines,
  forRules: asLines,
}

/** A new line, before anything is typed. */
export const blankRow = { ...formRow({}) }
