import { z } from 'zod'

/** A task as lists show it. */
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
  /** The due state until submission, then the status of the record. */
  statusLabel: z.string(),
  daysLate: z.number().nullable(),
  submitted: z.string().nullable(),
  note: z.string().nullable(),
  extended: z.boolean(),
  /** Whether its due date can be moved as long as nothing is filed, and the caller may file it. */
  mayExtend: z.boolean(),
  /** Where it is filed; the task's own screen, which says how, while no module of the portal takes it. */
  url: z.string(),
  version: z.number(),
})
export type TaskLine = z.infer<typeof taskLine>

/** A matter that waits for a person. */
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
  /** The one next act, which the address leads to: 'File', 'Answer', 'Correct'. */
  act: z.string(),
  /** Whether the agency is asked before it can be done. */
  asksFirst: z.boolean(),
})
export type ToDoLine = z.infer<typeof toDoLine>
