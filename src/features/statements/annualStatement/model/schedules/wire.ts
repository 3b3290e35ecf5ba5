import { z } from 'zod'
import { origin } from '#engines/worksheet/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import type { Rows } from './compared.ts'
import type { ScheduleRow } from './declare.ts'
import { loanFact } from './loanRegister.ts'
import { getAnnualStatementSchedule, type Part, parts } from './schedules.ts'

const MAX_LINES = 200
const read = permission('AFS', 'read')
const write = permission('AFS', 'write')

const mapParts = <T>(make: (part: Part) => T) =>
  Object.fromEntries(parts.map((part) => [part, make(part)])) as Record<Part, T>

/** Builds the schema of a schedule line in the answer for its statement. */
const buildRowSchema = (part: Part) => {
  const { key, columns, lines } = getAnnualStatementSchedule(part)
  return z.object({
    [key]: z.int(),
    clientKey: z.string().nullable(),
    ...(lines ? { code: z.string() } : {}),
    ...columns,
    origins: z.record(z.string(), origin).nullable(),
  })
}
const buildSentSchema = (part: Part) => {
  const { entity, content, key } = getAnnualStatementSchedule(part)
  const fields = entity.input.shape as Record<string, z.ZodType>
  return z.object(Object.fromEntries([key, 'clientKey', ...content].map((name) => [name, fields[name]!])))
}
const buildListSchema = (part: Part, row: z.ZodType) =>
  z.array(row).meta({
    label: getAnnualStatementSchedule(part).label,
    noun: getAnnualStatementSchedule(part).noun,
  }) as z.ZodType<ScheduleRow[]>

/** Per schedule: the schema of its lines in a statement, in a save, and as records. */
export const scheduleShape = mapParts((part) => buildListSchema(part, buildRowSchema(part)))
export const scheduleSaves = mapParts((part) => z.array(buildSentSchema(part)).max(MAX_LINES).optional())
export const scheduleLines = mapParts((part) => getAnnualStatementSchedule(part).entity)

const amount = z.number()
/** The data outside the statement that schedules are prefilled from and compared with. */
export const scheduleInputs = {
  /** Last year's schedules. Null if last year has no statement. */
  priorSchedules: (
    z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) as unknown as z.ZodType<Rows>
  ).nullable(),
  ledger: z.array(
    z.object({
      reserveKind: z.string(),
      institution: z.string().nullable(),
      accountNumber: z.string().nullable(),
      beginning: amount,
      deposits: amount,
      interest: amount,
      transfers: amount,
      releases: amount,
      fees: amount,
      ending: amount,
      monthlyRequired: amount,
      requestNumbers: z.string(),
      whole: z.boolean(),
    }),
  ),
  loans: z.array(loanFact),
  institutions: z.array(z.object({ financialInstitutionId: z.int(), name: z.string() })),
  approvedDistributions: z.number().nullable(),
  insuredLimit: z.number(),
}
export type ScheduleInputs = z.infer<z.ZodObject<typeof scheduleInputs>>

/** The generic calls of each schedule, under the name it has in the specification. */
export const controllers = mapParts((part) =>
  controller(getAnnualStatementSchedule(part).entity, {
    path: `/api/${getAnnualStatementSchedule(part).name}`,
    read,
    write,
  }),
)

const buildAnswerSchema = (part: Part) => {
  const { entity, computed } = getAnnualStatementSchedule(part)
  return z.array(
    entity.row.extend(Object.fromEntries(Object.keys(computed).map((name) => [name, z.number()]))),
  )
}

export const getByAfsId = mapParts((part) =>
  call({
    method: 'GET',
    path: `/api/${getAnnualStatementSchedule(part).name}/GetByAFSId/:afsId`,
    access: read,
    params: z.object({ afsId: id('Statement') }),
    answer: buildAnswerSchema(part) as z.ZodType<Record<string, unknown>[]>,
    summary: `Annual statement: ${getAnnualStatementSchedule(part).label.toLowerCase()}, with its computed columns`,
  }),
)

export const getProjectNotesPayable = call({
  method: 'GET',
  path: '/api/projects/GetProjectNotesPayable/:projectId',
  access: read,
  params: z.object({ projectId: id('Property') }),
  answer: getByAfsId.notesPayable.answer,
  summary: 'Notes payable of a property as its last annual statement lists them',
})
