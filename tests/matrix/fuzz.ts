import fc from 'fast-check'
import { expect } from 'vitest'
import { calls } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { drawRequest } from './arbitrary.ts'
import type { DryPortal } from './dryPortal.ts'

/** Personas to whom, together, most calls are open. */
const fuzzers = ['agency.admin', 'company.admin', 'anonymous'] as const

/** The base paths of controllers and fixed lists, which all have a `GetModel` call. */
const controllerPaths = new Set(
  calls.flatMap(({ path }) => (path.endsWith('/GetModel') ? path.slice(0, -9) : [])),
)

/** Whether a call is one of the generic calls, which share one handler. */
export const isGeneric = ({ path }: Call): boolean =>
  controllerPaths.has(path.replace(/\/(GetModel|:id)$/, ''))

/**
 * Sends `count` random requests to a call, most of them as an administrator, and expects that none is
 * answered with a server error (500 or above). A failure shows the smallest such request and the seed that
 * repeats it.
 */
export async function fuzzCall(dry: DryPortal, call: Call, count: number, seed: number): Promise<void> {
  const persona = fc.oneof({ weight: 5, arbitrary: fc.constant(fuzzers[0]) }, fc.constantFrom(...fuzzers))
  await fc.assert(
    fc.asyncProperty(persona, drawRequest(call), async (persona, sample) => {
      const reply = await dry.ask(persona, call, sample)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
    }),
    { numRuns: count, seed },
  )
}
