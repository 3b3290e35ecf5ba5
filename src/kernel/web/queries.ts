import {
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { Answer, Ask, Call } from '../model/call.ts'
import { ApiError, type AskOptions, ask } from './api.ts'
import { currentSession, subscribeSession } from './session.ts'

/** A read that failed is tried once more; one that was refused would be refused again. */
export const isRefused = (error: Error): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
const retry = (failures: number, error: Error): boolean => failures === 0 && !isRefused(error)

/** One cache for the app. Answers count as fresh for half a minute. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

let person = currentSession()?.userId
let signedOut = person === undefined
subscribeSession(() => {
  const next = currentSession()?.userId
  // Calls refused without a session are repeated with the next one, even of the same person.
  if (next !== undefined && signedOut)
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  signedOut = next === undefined
  if (next === undefined || next === person) return
  // What one person has read is not for the next at the same computer.
  person = next
  queryClient.clear()
})

/**
 * The query of a declared reading call; its key begins with the call's controller, so that writes can drop
 * it.
 */
export const buildCallQuery = <C extends Call>(call: C, parts: Ask<C>) =>
  queryOptions<Answer<C>>({
    queryKey: [getController(call), call.path, parts],
    queryFn: ({ signal }) => ask(call, parts, { quiet: true, signal }),
  })

/** `/api/Subject/GetRequest/:id` → `subject`. */
const getController = (call: Pick<Call, 'path'>): string =>
  (call.path.split('/')[2] ?? call.path).toLowerCase()

/** Loads a call; the screen's skeleton is shown until then, its error state on failure. */
export const useCall = <C extends Call>(call: C, parts: Ask<C>): Answer<C> =>
  useSuspenseQuery(buildCallQuery(call, parts)).data

/**
 * A writing call as a function. Afterwards everything read from its controller (and those named in
 * `alsoDrops`) is read again. A failure shows the notice of ERR-01; `quiet` where the form itself shows it.
 */
export function useSend<C extends Call>(
  call: C,
  { alsoDrops = [], ...options }: AskOptions & { alsoDrops?: readonly string[] } = {},
): (parts: Ask<C>) => Promise<Answer<C>> {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (parts: Ask<C>) => ask(call, parts, options),
    onSuccess: () =>
      Promise.all(
        [getController(call), ...alsoDrops].map((name) =>
          client.invalidateQueries({ queryKey: [name.toLowerCase()] }),
        ),
      ),
  })
  return mutation.mutateAsync
}
