import { useCallback } from 'react'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { type AskOptions, ask } from '#kernel/web/api.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'

/**
 * ERR-09: logs the error of a failed call about banners and throws it again. A call that was aborted is not
 * logged.
 */
async function logFailure<A>(work: Promise<A>, signal?: AbortSignal): Promise<A> {
  try {
    return await work
  } catch (error) {
    if (!signal?.aborted) console.warn('A call about banners failed.', error)
    throw error
  }
}

/** Like `useSend` of the kernel, for calls about banners, with errors logged. */
export function useBannerSend<C extends Call>(
  call: C,
  options?: AskOptions,
): (parts: Ask<C>) => Promise<Answer<C>> {
  const send = useSend(call, options)
  return useCallback((parts) => logFailure(send(parts)), [send])
}

/** Like `buildCallQuery` of the kernel, for calls about banners, with errors logged. */
export const buildBannerQuery = <C extends Call>(call: C, parts: Ask<C>) => ({
  ...buildCallQuery(call, parts),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    logFailure(ask(call, parts, { quiet: true, signal }), signal),
})
