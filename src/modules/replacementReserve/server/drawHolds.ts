import type { AnyContext } from '#kernel/server/serve.ts'

/** Why the approval of a request cannot be undone, in a sentence; null when nothing was drawn on it. */
export type DrawHold = (context: AnyContext, requestId: number) => Promise<string | null>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What of it draws on approved requests to the replacement reserve. */
    drawHold?: DrawHold
  }
}

export let drawHolds: readonly DrawHold[] = []

/** Takes what keeps approvals from being undone. */
export function setDrawHolds(given: readonly DrawHold[]): void {
  drawHolds = given
}
