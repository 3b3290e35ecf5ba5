/** Whether the portal answers, as far as this page knows, and the moment since which it does not. */
export type Connection = { online: boolean; since: number | null }

let currentConnection: Connection = navigator.onLine
  ? { online: true, since: null }
  : { online: false, since: Date.now() }
const listeners = new Set<() => void>()

function setOnline(online: boolean): void {
  if (online === currentConnection.online) return
  currentConnection = { online, since: online ? null : Date.now() }
  for (const listener of listeners) listener()
}

/** Returns the present state of the connection. */
export const getConnection = (): Connection => currentConnection
/** Notes that a request was answered. */
export const noteAnswer = (): void => setOnline(true)
/** Notes that a request was not answered. */
export const noteNoAnswer = (): void => setOnline(false)

/** Calls a function at each change of the connection. Returns a function that ends this. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('online', noteAnswer)
window.addEventListener('offline', noteNoAnswer)
