import { useEffect } from 'react'
import { formatClockTime } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { countBar } from './bars.ts'
import { DEVICE_FULL } from './deviceErrors.ts'
import { describeWaiting, type Entry } from './entry.ts'
import styles from './offline.module.css'
import { useConnection, useOutbox } from './useOutbox.ts'

const formatMoment = (moment: number): string => formatClockTime(new Date(moment))

/**
 * A status line above the page: since when there is no connection, and how many entries wait on this device
 * or are being sent.
 */
export function OutboxBar() {
  const { entries, sending, problem, canStore, full } = useOutbox()
  const { online, since } = useConnection()
  const { tone, words: text } = getStatus({ entries, sending, problem, canStore, full, online, since })
  useEffect(countBar, [])
  return (
    <div role="status" className={styles.bar} data-tone={text ? tone : undefined}>
      {text}
    </div>
  )
}

type BarState = {
  entries: readonly Entry[]
  sending: { done: number; of: number } | null
  problem: string | null
  canStore: boolean
  full: boolean
  online: boolean
  since: number | null
}

/** Returns the text of the line and its color. */
function getStatus({ entries, sending, problem, canStore, full, online, since }: BarState): {
  tone: string
  words: string
} {
  if (!canStore)
    return {
      tone: 'red',
      words:
        'This browser cannot store anything on the device. To work without a connection, open the portal over https.',
    }
  const waiting = entries.filter((entry) => !entry.rejection)
  const rejected = entries.length - waiting.length
  const waitingText =
    waiting.length > 0
      ? ` ${describeWaiting(waiting)} ${waiting.length === 1 ? 'waits' : 'wait'} on this device.`
      : ''
  const decisionText =
    rejected > 0 ? ` ${plural(rejected, 'entry needs', 'entries need')} your decision.` : ''
  if (full)
    return {
      tone: 'red',
      words: `${DEVICE_FULL} What is already stored here is safe.${waitingText}${decisionText}`,
    }
  if (!online)
    return {
      tone: 'yellow',
      words: `No connection since ${formatMoment(since ?? Date.now())}.${waitingText}${decisionText}`,
    }
  if (problem) return { tone: 'red', words: `${problem}${waitingText}` }
  if (sending)
    return {
      tone: 'blue',
      words: `Sending ${Math.min(sending.done + 1, sending.of)} of ${sending.of}.${decisionText}`,
    }
  if (waitingText || decisionText) return { tone: 'yellow', words: `${waitingText}${decisionText}`.trim() }
  return { tone: '', words: '' }
}
