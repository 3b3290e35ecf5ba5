import { z } from 'zod'
import { id } from '#kernel/model/field.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { comingBack } from './items.ts'

/** Fields of a save for a request's items: its current items, and those that were removed. */
export const savedItems = <Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>) => ({
  items: z.array(input.extend(comingBack)).max(1000).optional(),
  type: z
    .union([z.string().max(50), z.number()])
    .nullable()
    .optional(),
  /** Removed items by their ids. */
  itemDeleteIds: z.array(id('Item')).max(1000).nullable().optional(),
  /** The documents' way: their places among the items as they were answered, from 0 on; or their ids. */
  itemDeleteIndexes: z.array(id('Item')).max(1000).nullable().optional(),
})

/**
 * The words and steps of a request on whose approval money leaves a reserve; `posted` says what an approval
 * does.
 */
export const drawingFlow = (posted: string) => ({
  labels: { [RequestStatus.REJECTED]: 'Denied' },
  steps: {
    approve: { confirm: posted },
    approveDirectly: { confirm: posted },
    reopen: {
      confirm:
        'It returns to review, and the released amount goes back into the reserve. Not possible once paid.',
    },
  },
})
