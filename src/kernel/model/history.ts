import { z } from 'zod'

/** One line of a record's history: a status step or a change of values, newest first. */
export const historyLine = z.object({
  at: z.string(),
  userName: z.string().nullable(),
  action: z.string(),
  fromStatusId: z.number().nullable(),
  toStatusId: z.number().nullable(),
  reason: z.string().nullable(),
  /** Column → [old, new] for updates; the whole row for inserts and deletes. */
  changes: z.record(z.string(), z.unknown()).nullable(),
  tableName: z.string().nullable(),
  /** The names of ids in `changes`, by column and id (`decided_by_id 2`); under '' the line of its record. */
  names: z.record(z.string(), z.string()).optional(),
})
export type HistoryLine = z.infer<typeof historyLine>
