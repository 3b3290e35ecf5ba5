import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { getBarCount } from './bars.ts'
import type { Entry } from './entry.ts'

/** The part of the outbox that this file needs. */
type ObservedOutbox = {
  subscribe(listener: () => void): unknown
  state(): { entries: readonly Entry[]; ready: boolean }
}

/** Shows notices when waiting entries were sent or refused, on screens without an outbox line. */
export function reportSentEntries(outbox: ObservedOutbox): void {
  let [waiting, refused] = [0, 0]
  outbox.subscribe(() => {
    const { entries, ready } = outbox.state()
    if (!ready) return
    const refusedNow = entries.filter((entry) => entry.rejection).length
    if (getBarCount() === 0) {
      if (waiting > 0 && entries.length === 0) notify('Everything waiting on this device was sent.')
      if (refusedNow > refused)
        notify(`${plural(refusedNow, 'entry needs', 'entries need')} your decision. Open the visit.`, {
          kind: 'warning',
        })
    }
    waiting = entries.length
    refused = refusedNow
  })
}
