import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { type AskOptions, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'

/** The text of the notice, or a function that makes it of the answer. */
type NoticeText<C extends Call> = string | ((answer: Answer<C>) => string)
type Write = <C extends Call>(call: C, parts: Ask<C>, text: NoticeText<C>) => Promise<Answer<C>>

/**
 * Returns a function that makes a writing call. Afterward, and also when another user was faster and it was
 * refused, all data under these query keys is read again; `text` is shown as a notice. Throws ApiError,
 * which the form shows; without a form set `quiet` to false, and a notice shows it (ERR-01). `shown` must be
 * the same on every render.
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
