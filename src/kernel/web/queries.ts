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

/** Whether an error is a refusal of the server, so that trying again would not help. */
export const isRefused = (error: Error): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
/** A failed read is tried once more, unless it was refused. */
const retry = (failures: number, error: Error): boolean => failures === 0 && !isRefused(error)

/** The cache of the app. Answers count as fresh for half a minute. */
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
  // The next person at the same computer must not see the data of the previous one.
  person = next
  queryClient.clear()
})

/**
 * Builds the query of a call that reads. Its key begins with the call's controller, so that writes can
 * invalidate it.
 */
export const buildCallQuery = <C extends Call>(call: C, parts: Ask<C>) =>
  queryOptions<Answer<C>>({
    queryKey: [getController(call), call.path, parts],
    queryFn: ({ signal }) => ask(call, parts, { quiet: true, signal }),
  })

/** Returns the controller of a call in lower case: `/api/Subject/GetRequest/:id` → `subject`. */
const getController = (call: Pick<Call, 'path'>): string =>
  (call.path.split('/')[2] ?? call.path).toLowerCase()

/** Loads the answer of a call. Until then the screen shows its skeleton, and after a failure its error. */
export const useCall = <C extends Call>(call: C, parts: Ask<C>): Answer<C> =>
  useSuspenseQuery(buildCallQuery(call, parts)).data

/**
 * Returns a function that makes a call that writes. Afterwards all data of its controller, and of those in
 * `alsoDrops`, is loaded again. A failure shows the notice of ERR-01, unless `quiet`.
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
