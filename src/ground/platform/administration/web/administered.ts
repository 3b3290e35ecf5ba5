import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'

/** What an administrator looks after, with the way there. */
export type Administered = { label: string; to: string; text: string; order: number }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What of it the agency's administrators look after. */
    administered?: readonly Administered[]
  }
  interface TabProps {
    administration: object
  }
}

/** Everything that can be administered, in order. */
export const administered = slot('administered', inOrder)
