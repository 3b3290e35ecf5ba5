import type { Fault } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** Finds what else keeps a statement from being submitted. A constant number of statements. */
type FaultSource = (context: AnyContext, afsId: number) => Promise<readonly Fault[]>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What keeps a statement from being submitted beyond its own rules, such as its surplus cash. */
    statementFaults?: FaultSource
  }
}

let sources: readonly FaultSource[] = []
/** Takes who finds more. */
export function setFaultSources(given: readonly FaultSource[]): void {
  sources = given
}

export async function furtherFaults(context: AnyContext, { afsId }: { afsId: number }): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const source of sources) faults.push(...(await source(context, afsId)))
  return faults
}
