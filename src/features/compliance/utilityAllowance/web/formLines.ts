import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import type { AllowanceDetail } from '../model/allowances.ts'
import { type LineInput, type Utility, UtilityAllowanceLine, utilities } from '../model/entities.ts'

const { fields, content } = UtilityAllowanceLine
const plainFields = content.filter((name) => name !== 'tenantPays')

const shape = z.object({
  ...(Object.fromEntries(plainFields.map((name) => [name, fields[name]])) as Pick<
    typeof fields,
    (typeof plainFields)[number]
  >),
  utilityAllowanceLineId: fields.utilityAllowanceLineId.optional(),
  clientKey: z.string().nullable().optional(),
  /** One checkbox for each utility that the tenant may pay. */
  pays: z.object(
    Object.fromEntries(
      utilities.map((name) => [name, z.boolean().optional().meta({ label: name, kind: 'flag' })]),
    ) as Record<Utility, z.ZodOptional<z.ZodBoolean>>,
  ),
})
export type FormRow = z.infer<typeof shape>

/** Converts a line to form values. */
export const toFormRow = (line: LineInput): FormRow =>
  ({
    ...Object.fromEntries(plainFields.map((name) => [name, line[name] ?? null])),
    utilityAllowanceLineId: line.utilityAllowanceLineId ?? 0,
    clientKey: line.clientKey ?? null,
    pays: Object.fromEntries(utilities.map((name) => [name, line.tenantPays?.includes(name) ?? false])),
  }) as FormRow

/** Converts form values to a line. */
export const toLineInput = ({ pays, ...row }: FormRow): LineInput => ({
  ...row,
  utilityAllowance: typeof row.utilityAllowance === 'number' ? row.utilityAllowance : null,
  tenantPays: utilities.filter((name) => pays?.[name]),
})

const toLines = ({ lines }: Record<string, unknown>) => ({
  lines: (lines as FormRow[]).map(toLineInput),
})

/** Converts the unit types of a quarter to form values and back. */
export const formLines = {
  shape: { lines: z.array(shape).meta({ label: 'Unit types', noun: 'Unit type' }) },
  valuesOf: ({ lines }) => ({ lines: lines.map(toFormRow) }),
  sent: toLines,
  forRules: toLines,
} satisfies FormLines<AllowanceDetail>

/** The form values of a new, empty line. */
export const blankRow = { ...toFormRow({}) }
