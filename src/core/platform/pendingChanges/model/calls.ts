import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { PendingChange } from './entities.ts'

const path = '/api/PendingChange'
const { pendingChangeId, kind, subjectId, part, about, was, becomes, reason, proposedAt } =
  PendingChange.fields
const pendingLine = z.object({
  pendingChangeId,
  kind,
  subjectId,
  part,
  about,
  path: PendingChange.fields.path,
  was,
  becomes,
  reason,
  proposedAt,
  proposedByName: z.string(),
  /** Why the caller may not confirm it, in a sentence; null if the caller may. */
  fault: z.string().nullable(),
  /** Whether the caller may drop it. */
  mayDrop: z.boolean(),
})
export type PendingLine = z.infer<typeof pendingLine>

export const getPendingChanges = call({
  method: 'GET',
  path: `${path}/GetOpen`,
  access: agency('read'),
  answer: z.array(pendingLine),
  summary:
    'Changes that wait for a second person: corrected payees, rights and development costs raised by hand',
})

const changeParams = z.object({ id: id('Change') })
export const confirmPendingChange = call({
  method: 'POST',
  path: `${path}/Confirm/:id`,
  access: agency('manager'),
  params: changeParams,
  answer: z.boolean(),
  summary: 'Confirm a change that waits for a second person, and make it; refused to whoever proposed it',
})
export const dropPendingChange = call({
  method: 'POST',
  path: `${path}/Drop/:id`,
  access: agency('write'),
  params: changeParams,
  answer: z.boolean(),
  summary: 'Drop a change that waits for a second person; open to whoever proposed it and to managers',
})
