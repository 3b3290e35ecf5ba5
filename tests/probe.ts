import { z } from 'zod'
import type { Access } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { buildServer } from '#kernel/server/http.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import type { Persona } from '#tests/fixture.ts'
import type { Portal } from '#tests/portal.ts'

/**
 * Runs `work` as the handler of a call that this person makes to the real server, for testing helpers that
 * one module offers to others. Writes of `work` are committed. An error it throws becomes the status of the
 * answer.
 */
export async function runInCall<T>(
  portal: Portal,
  persona: Persona,
  access: Access,
  work: (context: AnyContext) => Promise<T>,
): Promise<{ status: number; result: T | undefined }> {
  let result: T | undefined
  const probe = call({ method: 'POST', path: '/probe', access, answer: z.unknown(), summary: 'Probe' })
  const app = await buildServer(
    [
      serve(probe, async (context) => {
        result = await work(context)
        return null
      }),
    ],
    portal.pool,
    portal.services,
  )
  const reply = await app.inject({
    method: 'POST',
    url: '/probe',
    headers: { authorization: `Bearer ${await portal.tokenOf(persona)}` },
  })
  await app.close()
  return { status: reply.statusCode, result }
}
