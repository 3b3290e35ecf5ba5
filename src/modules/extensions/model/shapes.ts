import { z } from 'zod'
import { ExtensionRequest } from './entities.ts'

const action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.number().nullable(),
})

/** An extension request as its dialog shows it. */
export const extensionDetail = ExtensionRequest.row.extend({
  propertyName: z.string(),
  taskName: z.string(),
  periodLabel: z.string(),
  dueDate: z.string(),
  originalDueDate: z.string(),
  latestDueDate: z.string(),
  statusLabel: z.string(),
  submittedByName: z.string().nullable(),
  reviewerName: z.string().nullable(),
  actions: z.array(action),
  canEdit: z.boolean(),
})
export type ExtensionDetail = z.infer<typeof extensionDetail>
