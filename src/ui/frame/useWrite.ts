import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { type AskOptions, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'

/** The text of the notice, or a function that makes it from the answer. */
type NoticeText<C extends Call> = string | ((answer: Answer<C>) => string)
type Write = <C extends Call>(call: C, parts: Ask<C>, text: NoticeText<C>) => Promise<Answer<C>>

/**
 * Returns a function that makes a writing call and then shows `text` as a notice. Afterwards, also after a
 * refusal, all data under these query keys is loaded again. It throws ApiError, which the form shows. Without
 * a form, `quiet` must be false, so that a notice shows the error (ERR-01). `queryKeys` must be the same
 * array at every rendering.
 */
export function useWrite(
  queryKeys: readonly string[],
  { quiet = true }: Pick<AskOptions, 'quiet'> = {},
): Write {
  const client = useQueryClient()
  return useCallback(
    async (call, parts, text) => {
      const answer = await ask(call, parts, { quiet }).finally(() =>
        Promise.all(queryKeys.map((name) => client.invalidateQueries({ queryKey: [name] }))),
      )
      notify(typeof text === 'string' ? text : text(answer))
      return answer
    },
    [client, queryKeys, quiet],
  )
}
