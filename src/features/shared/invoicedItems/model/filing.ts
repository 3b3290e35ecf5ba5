import { z } from 'zod'
import { id } from '#kernel/model/field.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { restoredItemField } from './items.ts'

/** The word by which a documented save says that it only stores progress. */
const SAVES_PROGRESS = 'progress'

/**
 * The fields with which a save sends a request’s items: the current ones, and those that were removed. The
 * documented `type` is `progress`, or one of the types of request that the subject has.
 */
export const itemSaveFields = <Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  requestTypes: readonly string[] = [],
) => ({
  items: z.array(input.extend(restoredItemField)).max(1000).optional(),
  type: z
    .enum([SAVES_PROGRESS, ...requestTypes])
    .nullable()
    .optional(),
  /** The ids of removed items. */
  itemDeleteIds: z.array(id('Item')).max(1000).nullable().optional(),
  /**
   * The specification’s way to name removed items: their indexes in the last answer, from 0, or their ids.
   */
  itemDeleteIndexes: z.array(id('Item')).max(1000).nullable().optional(),
})

/**
 * The labels and steps of a request whose approval takes money out of a reserve. `approvalNote` is the
 * confirmation
 * text that says what the approval does.
 */
export const getDrawingFlow = (approvalNote: string) => ({
  labels: { [RequestStatus.REJECTED]: 'Denied' },
  steps: {
    approve: { confirm: approvalNote },
    approveDirectly: { confirm: approvalNote },
    reopen: {
      confirm:
        'It returns to review, and the released amount goes back into the reserve. Not possible once paid.',
    },
  },
})
