import fc from 'fast-check'
import { expect } from 'vitest'
import { calls } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { requestTo } from './arbitrary.ts'
import type { DryPortal } from './dryPortal.ts'

/** People between whom most calls are open. */
const fuzzers = ['agency.admin', 'company.admin', 'anonymous'] as const

/** What all controllers and fixed lists share: their path, an empty record, and one row by its id. */
const bases = new Set(calls.flatMap(({ path }) => (path.endsWith('/GetModel') ? path.slice(0, -9) : [])))

/** Whether a call is one of the generic ones, behind which stands the same handler for all. */
export const isGeneric = ({ path }: Call): boolean => bases.has(path.replace(/\/(GetModel|:id)$/, ''))

/**
 * Sends `count` drawn requests to a call, most as an administrator: whatever is sent, the answer is an answer
 * and never a fault of ours. A failure shows the smallest such request and the seed that repeats it.
 */
export async function fuzzCall(dry: DryPortal, call: Call, count: number, seed: number): Promise<void> {
  const persona = fc.oneof({ weight: 5, arbitrary: fc.constant(fuzzers[0]) }, fc.constantFrom(...fuzzers))
  await fc.assert(
    fc.asyncProperty(persona, requestTo(call), async (persona, sample) => {
      const reply = await dry.ask(persona, call, sample)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
    }),
    { numRuns: count, seed },
  )
}
