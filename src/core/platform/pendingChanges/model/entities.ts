import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { flag, id, longText, moment, number, ref, requiredText } from '#kernel/model/field.ts'

/** A change that waits for a second person, or was confirmed or dropped. */
export const PendingChange = entity('PendingChange', {
  table: 'pending_change',
  key: 'pendingChangeId',
  label: 'Change that waits for a second person',
  fields: {
    pendingChangeId: id('Change'),
    kind: requiredText('Kind', 40),
    /** The id of the record or property that is changed. */
    subjectId: number('Subject').unwrap(),
    /** The part of it, such as a year; empty for the entire record. */
    part: z.string().max(40).meta({ label: 'Part', kind: 'text' }),
    about: requiredText('About', 200),
    path: requiredText('Screen', 200),
    was: z.string().max(400).meta({ label: 'Now', kind: 'text' }),
    becomes: requiredText('Becomes', 400),
    // It has no label, because the screen describes the change by `was` and `becomes`.
    sent: z.record(z.string(), z.unknown()),
    reason: longText('Reason', 1000).unwrap(),
    proposedById: ref('Proposed by', 'User').unwrap(),
    proposedAt: moment('Proposed').unwrap(),
    closedById: ref('Closed by', 'User'),
    closedAt: moment('Closed'),
    confirmed: flag('Confirmed').nullable(),
  },
})
