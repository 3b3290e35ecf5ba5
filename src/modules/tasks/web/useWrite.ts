import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'

const shown = ['tasks', 'taskschedule', 'extensionrequest']

/**
 * Makes a writing call. Afterwards, and also when it was refused, tasks, schedules and extensions are read again; `words`
 * stand as a notice. Throws ApiError.
 */
export function useWrite(): <C extends Call>(call: C, parts: Ask<C>, words: string) => Promise<Answer<C>> {
  const client = useQueryClient()
  return useCallback(
    async (call, parts, words) => {
      const answer = await ask(call, parts, { quiet: true }).finally(() =>
        Promise.all(shown.map((name) => client.invalidateQueries({ queryKey: [name] }))),
      )
      notify(words)
      return answer
    },
    [client],
  )
}
