import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** Why the approval of a request cannot be undone, in a sentence; null when nothing was drawn on it. */
export type DrawHold = (context: AnyContext, requestId: number) => Promise<string | null>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What of it draws on approved requests to the replacement reserve. */
    drawHold?: DrawHold
  }
}

/** What keeps approvals from being undone. */
export const drawHolds = slot('drawHold')
