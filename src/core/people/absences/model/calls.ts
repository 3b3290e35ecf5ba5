import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { Absence } from './entities.ts'

const { absenceId, userId, firstDay, lastDay, standInId } = Absence.fields
const path = '/api/Absence'

/** A person who is absent today: the last day of the absence, and the stand-in. */
export const outLine = z.object({
  userId: z.int(),
  lastDay: z.string(),
  standInId: z.int(),
  standInName: z.string(),
})
export type AbsentPerson = z.infer<typeof outLine>

const absenceLine = Absence.row.extend({ name: z.string(), standInName: z.string() })
export type AbsenceLine = z.infer<typeof absenceLine>

export const getAbsences = call({
  method: 'GET',
  path: `${path}/GetAbsences`,
  access: agency('read'),
  answer: z.object({
    /** The agency's day. */
    today: z.string(),
    /** All absences, latest first, including past and canceled ones. */
    rows: z.array(absenceLine),
    /** People who may be absent, and who may stand in for others. */
    people: z.array(z.object({ userId: z.int(), name: z.string() })),
  }),
  summary: 'Absences of the agency’s people, past, present and planned, with their substitutes',
})

export const saveAbsence = call({
  method: 'POST',
  path: `${path}/SaveAbsence`,
  access: agency('write'),
  body: z.object({ absenceId: absenceId.optional(), userId, firstDay, lastDay, standInId }),
  answer: z.int(),
  summary: 'Enter or change an absence, one’s own or, as an administrator, anybody’s; returns its id',
})

export const callOffAbsence = call({
  method: 'POST',
  path: `${path}/CallOff/:absenceId`,
  access: agency('write'),
  params: z.object({ absenceId: id('Absence') }),
  answer: z.boolean(),
  summary: 'Cancel an absence; it stays in the list',
})
