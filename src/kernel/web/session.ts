import type { Grants } from '../model/access.ts'
import { ABOUT_TO_EXPIRE_MS, EXPIRE_MS, isSessionValid } from '../model/session.ts'

/** A signed-in person's data in the browser. */
export type Session = Grants & {
  token: string
  refreshToken: string
  expires_at: string
  userId: number
  userName: string
  name: string
  email: string
  isAdmin: boolean
  isManager: boolean
  startsWith?: string
  /** The first company that the person works for; null if there is none. */
  managementCompanyId?: number | null
  /**
   * The fingerprint of the key that encrypts data on this device. The key itself is stored by `deviceKey.ts`.
   */
  sealedBy?: string
}

const KEY = 'rooftree.session'

let current: Session | null = load()
let propertyView = false
const listeners = new Set<() => void>()
const expiring = new Set<(stage: 'about to expire' | 'expired') => void>()
let warnTimer: ReturnType<typeof setTimeout> | undefined
let expiryTimer: ReturnType<typeof setTimeout> | undefined

function load(): Session | null {
  const text = globalThis.localStorage?.getItem(KEY)
  if (!text) return null
  try {
    return JSON.parse(text) as Session
  } catch {
    // With a damaged entry the person must sign in again.
    globalThis.localStorage.removeItem(KEY)
    return null
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Returns the session; null when signed out. Its token may have expired and is then refreshed. */
export const currentSession = (): Session | null => current

/** SES-02: whether the session is valid, which means that `expires_at` is in the future. */
const isValid = (): boolean => current !== null && isSessionValid(current.expires_at, new Date())

/** Replaces the session; null signs out here and in every other tab. */
export function setSession(session: Session | null): void {
  current = session
  if (session) globalThis.localStorage?.setItem(KEY, JSON.stringify(session))
  else globalThis.localStorage?.removeItem(KEY)
  if (session) restartTimers()
  else stopTimers()
  notify()
}

/** Changes parts of the session, such as its tokens. */
export function updateSession(parts: Partial<Session>): void {
  if (current) setSession({ ...current, ...parts })
}

/** Calls `listener` at every change. Returns the function that unsubscribes. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an agency user sees the portal in property view (PER-16). */
export const inPropertyView = (): boolean => propertyView

export function setPropertyView(on: boolean): void {
  propertyView = on
  notify()
}

/**
 * Calls `listener` 17 minutes (SES-03) and 20 minutes (SES-04) after the last request of a valid session. A
 * timer never signs out (SES-05); the app shows a notice.
 */
export function onExpiring(listener: (stage: 'about to expire' | 'expired') => void): () => void {
  expiring.add(listener)
  return () => expiring.delete(listener)
}

/** SES-06: restarts both timers at a request while the session is valid. */
export function requestMade(): void {
  if (isValid()) restartTimers()
}

function restartTimers(): void {
  stopTimers()
  warnTimer = setTimeout(() => announce('about to expire'), ABOUT_TO_EXPIRE_MS)
  expiryTimer = setTimeout(() => announce('expired'), EXPIRE_MS)
}

function stopTimers(): void {
  clearTimeout(warnTimer)
  clearTimeout(expiryTimer)
}

function announce(stage: 'about to expire' | 'expired'): void {
  for (const listener of expiring) listener(stage)
}

// When another tab signs in, signs out or refreshes, this tab takes over its session.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key !== KEY) return
  current = load()
  notify()
})
if (current) restartTimers()
