import { currentSession, subscribeSession } from '#kernel/web/session.ts'
import { waitingHere } from './waiting.ts'

/** Sends the waiting entries of this device from any screen: now, and after each sign-in. */
export function sendWaiting(): void {
  const look = () => {
    // Loaded only if something is waiting: people who never work offline do not pay for it.
    if (currentSession() && waitingHere() > 0) void import('./outbox.ts').catch(() => undefined)
  }
  subscribeSession(look)
  look()
}
