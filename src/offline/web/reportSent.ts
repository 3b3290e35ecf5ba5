import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { barsShown } from './bars.ts'
import type { Entry } from './entry.ts'

/** The part of the outbox that is used here. */
type Sending = {
  subscribe(listener: () => void): unknown
  state(): { entries: readonly Entry[]; ready: boolean }
}

/** Says in notices what became of the entries that wait, on every screen that does not show them itself. */
export function reportSent(outbox: Sending): void {
  let [waiting, refused] = [0, 0]
  outbox.subscribe(() => {
    const { entries, ready } = outbox.state()
    if (!ready) return
    const now = entries.filter((entry) => entry.rejection).length
    if (barsShown() === 0) {
      if (waiting > 0 && entries.length === 0) notify('Everything waiting on this device was sent.')
      if (now > refused)
        notify(`${plural(now, 'entry needs', 'entries need')} your decision. Open the visit.`, {
          kind: 'warning',
        })
    }
    waiting = entries.length
    refused = now
  })
}
