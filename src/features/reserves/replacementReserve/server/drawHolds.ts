import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** Returns a sentence why the approval of a request cannot be undone, or null if nothing was drawn on it. */
export type DrawHold = (context: AnyContext, requestId: number) => Promise<string | null>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Checks whether records of this module have drawn on an approved replacement reserve request. */
    drawHold?: DrawHold
  }
}

/** The checks of all modules that can keep an approval from being undone. */
export const drawHolds = slot('drawHold')
