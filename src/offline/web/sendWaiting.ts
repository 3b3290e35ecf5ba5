import { currentSession, subscribeSession } from '#kernel/web/session.ts'
import { countWaiting } from './waitingCount.ts'

/** Sends the waiting entries of this device from any screen: now, and after each sign-in. */
export function sendWaiting(): void {
  const sendIfWaiting = () => {
    // The outbox is loaded only if something is waiting, so that people who never work offline do not load
    // it.
    if (currentSession() && countWaiting() > 0) void import('./outbox.ts').catch(() => undefined)
  }
  subscribeSession(sendIfWaiting)
  sendIfWaiting()
}
