import { useCallback } from 'react'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { type AskOptions, ask } from '#kernel/web/api.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'

/**
 * ERR-09: a call about banners that fails is logged, and its failure passed on. One that was given up has not
 * failed.
 */
async function logged<A>(work: Promise<A>, signal?: AbortSignal): Promise<A> {
  try {
    return await work
  } catch (error) {
    if (!signal?.aborted) console.warn('A call about banners failed.', error)
    throw error
  }
}

/** `useSend` of the kernel for calls about banners. */
export function useBannerSend<C extends Call>(
  call: C,
  options?: AskOptions,
): (parts: Ask<C>) => Promise<Answer<C>> {
  const send = useSend(call, options)
  return useCallback((parts) => logged(send(parts)), [send])
}

/** `buildCallQuery` of the kernel for calls about banners. */
export const getBannerQuery = <C extends Call>(call: C, parts: Ask<C>) => ({
  ...buildCallQuery(call, parts),
  queryFn: ({ signal }: { signal: AbortSignal }) => logged(ask(call, parts, { quiet: true, signal }), signal),
})
