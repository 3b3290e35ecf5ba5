import { z } from 'zod'

/** A task in a list. */
export const taskLine = z.object({
  taskInstanceId: z.number(),
  propertyId: z.number(),
  propertyName: z.string(),
  managementCompanyName: z.string().nullable(),
  taskTypeId: z.number(),
  taskName: z.string(),
  periodLabel: z.string(),
  windowOpen: z.string(),
  originalDueDate: z.string(),
  dueDate: z.string(),
  /** TaskDueStatus: 0 Not Due, 1 Pending, 2 Overdue, 3 to 6 as decided; null once submitted (ST-01). */
  dueStatus: z.number().nullable(),
  /** RequestStatus of the filed record; -1 without one (ST-04). */
  statusId: z.number(),
  /** The label of the due state until submission, then that of the record's status. */
  statusLabel: z.string(),
  daysLate: z.number().nullable(),
  submitted: z.string().nullable(),
  note: z.string().nullable(),
  extended: z.boolean(),
  /** Whether the due date can still be extended and the caller may file the task. */
  mayExtend: z.boolean(),
  /** The path where the task is filed, or of its own screen if no module of the portal takes it. */
  url: z.string(),
  version: z.number(),
})
export type TaskLine = z.infer<typeof taskLine>

/** A to-do: something that waits for a person. */
export const toDoLine = z.object({
  kind: z.string(),
  kindLabel: z.string(),
  waitsFor: z.enum(['company', 'agency', 'manager']),
  rowId: z.number(),
  propertyId: z.number().nullable(),
  propertyName: z.string().nullable(),
  managementCompanyId: z.number().nullable(),
  managementCompanyName: z.string().nullable(),
  title: z.string(),
  dueDate: z.string().nullable(),
  /** 1 Pending, 2 Overdue; null without a date. */
  dueStatus: z.number().nullable(),
  /** Days from today to the due date; negative once it is late. */
  daysLeft: z.int().nullable(),
  since: z.string().nullable(),
  url: z.string(),
  /** The label of the next action, which `url` leads to: 'File', 'Answer', 'Correct'. */
  act: z.string(),
  /** Whether the agency must give permission before it can be done. */
  asksFirst: z.boolean(),
})
export type ToDoLine = z.infer<typeof toDoLine>
