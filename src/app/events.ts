import type { QueryClient } from '@tanstack/react-query'
import { currentSession, subscribeSession } from '#kernel/web/session.ts'
import { notifyMissedChanges, notifyRecordListeners } from '#ui/frame/live.ts'

const FIRST_WAIT_MILLISECONDS = 1000
const LONGEST_WAIT_MILLISECONDS = 60_000

/**
 * Updates screens while a person is signed in and the page is visible. It listens for changed topics and
 * refetches the queries whose key begins with one. After a lost connection it refetches all `topics`, because
 * any may have changed. Returns a function that ends this.
 */
export function followEvents(client: QueryClient, topics: readonly string[]): () => void {
  const refetch = (topic: string) => void client.invalidateQueries({ queryKey: [topic] })
  const refetchAll = () => {
    topics.forEach(refetch)
    notifyMissedChanges()
  }
  let listening: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MILLISECONDS
  let token: string | undefined
  let missed = false

  const handleTopic = (topic: string) => {
    if (topic === 'open') {
      wait = FIRST_WAIT_MILLISECONDS
      if (missed) refetchAll()
      missed = false
    } else if (topic === '*') refetchAll()
    else if (topic.includes(' ')) notifyRecordListeners(topic)
    else refetch(topic)
  }
  const listen = async (controller: AbortController) => {
    token = currentSession()?.token
    const status = token ? await readEvents(token, controller.signal, handleTopic).catch(() => 0) : 401
    if (controller.signal.aborted) return
    listening = null
    missed = true
    // A connection needs a new token, which comes with the person’s next call.
    if (status === 401) return
    timer = setTimeout(begin, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS)
  }
  const begin = () => {
    clearTimeout(timer)
    if (listening || document.visibilityState === 'hidden' || !currentSession()) return
    listening = new AbortController()
    void listen(listening)
  }
  const end = () => {
    clearTimeout(timer)
    listening?.abort()
    listening = null
    missed = true
  }
  return runWhileVisible(begin, end, () => currentSession()?.token !== token)
}

/**
 * Calls `begin` when a person is signed in and the page becomes visible, and when the connection `isOld`.
 * Calls `end` when either changes. Returns a function that ends this.
 */
function runWhileVisible(begin: () => void, end: () => void, isOld: () => boolean): () => void {
  // A browser opens only a few connections to one server, so hidden tabs close theirs.
  const applyVisibility = () => (document.visibilityState === 'hidden' ? end() : begin())
  const stop = subscribeSession(() => {
    if (!currentSession()) end()
    else if (isOld()) begin()
  })
  document.addEventListener('visibilitychange', applyVisibility)
  begin()
  return () => {
    stop()
    document.removeEventListener('visibilitychange', applyVisibility)
    end()
  }
}

/**
 * Reads a stream of server-sent events to its end and calls `hear` with the data of each. Returns the HTTP
 * status.
 */
async function readEvents(token: string, signal: AbortSignal, hear: (data: string) => void): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const response = await fetch('/api/events', { headers, signal, cache: 'no-store' })
  if (!response.ok || !response.body) return response.status
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let remainder = ''
  for (;;) {
    const { done: isDone, value } = await reader.read()
    if (isDone) return response.status
    const lines = (remainder + value).split('\n')
    remainder = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) hear(line.slice(6))
  }
}
