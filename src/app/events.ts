import type { QueryClient } from '@tanstack/react-query'
import { currentSession, subscribeSession } from '#kernel/web/session.ts'
import { hearOfRecord, wordWasMissed } from '#ui/frame/live.ts'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000

/**
 * Keeps screens current while a person is signed in and the page is visible: listens for changed topics and
 * refetches the queries whose key begins with one. After a lost connection all `topics` are refetched, as any
 * may have changed. Returns the function that ends it.
 */
export function followEvents(client: QueryClient, topics: readonly string[]): () => void {
  const drop = (topic: string) => void client.invalidateQueries({ queryKey: [topic] })
  const dropAll = () => {
    topics.forEach(drop)
    wordWasMissed()
  }
  let listening: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  let token: string | undefined
  let missed = false

  const hear = (topic: string) => {
    if (topic === 'open') {
      wait = FIRST_WAIT
      if (missed) dropAll()
      missed = false
    } else if (topic === '*') dropAll()
    else if (topic.includes(' ')) hearOfRecord(topic)
    else drop(topic)
  }
  const listen = async (abortController: AbortController) => {
    token = currentSession()?.token
    const status = token ? await readEvents(token, abortController.signal, hear).catch(() => 0) : 401
    if (abortController.signal.aborted) return
    listening = null
    missed = true
    // Without a valid token only a new one helps; it comes with the next call the person makes.
    if (status === 401) return
    timer = setTimeout(begin, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT)
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
  return whileSeen(begin, end, () => currentSession()?.token !== token)
}

/**
 * Runs `begin` while a person is signed in and the page is visible, and again when the connection `isOld`.
 * Returns the function that ends it.
 */
function whileSeen(begin: () => void, end: () => void, isOld: () => boolean): () => void {
  // A browser opens few connections to one server, so hidden tabs do not hold one.
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
 * Reads a stream of server-sent events to its end, handing over the data of each; answers the HTTP status.
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
