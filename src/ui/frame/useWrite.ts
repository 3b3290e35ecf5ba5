import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { type AskOptions, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'

type Write = <C extends Call>(call: C, parts: Ask<C>, text: string) => Promise<Answer<C>>

/**
 * Makes a writing call. Afterwards, and also when it was refused because somebody else was faster, everything
 * shown under these query keys is read again; `words` stand as a notice. Throws ApiError, which the form
 * shows; without one `quiet` is false, and a notice tells of it (ERR-01). `shown` must be the same at every
 * render.
 */
export function useWrite(shown: readonly string[], { quiet = true }: Pick<AskOptions, 'quiet'> = {}): Write {
  const client = useQueryClient()
  return useCallback(
    async (call, parts, text) => {
      const answer = await ask(call, parts, { quiet }).finally(() =>
        Promise.all(shown.map((name) => client.invalidateQueries({ queryKey: [name] }))),
      )
      notify(text)
      return answer
    },
    [client, shown, quiet],
  )
}
