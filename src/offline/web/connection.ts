/** Whether the portal answers, as far as this page knows, and since when it has not. */
export type Connection = { online: boolean; since: number | null }

let current: Connection = navigator.onLine
  ? { online: true, since: null }
  : { online: false, since: Date.now() }
const listeners = new Set<() => void>()

function set(online: boolean): void {
  if (online === current.online) return
  current = { online, since: online ? null : Date.now() }
  for (const listener of listeners) listener()
}

export const connection = (): Connection => current
/** A request was answered. */
export const answered = (): void => set(true)
/** A request was not answered. */
export const unanswered = (): void => set(false)

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('online', answered)
window.addEventListener('offline', unanswered)
