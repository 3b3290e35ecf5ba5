import { useEffect } from 'react'
import { formatClockTime } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { countBar } from './bars.ts'
import { type Entry, wordsOfWaiting } from './entry.ts'
import styles from './offline.module.css'
import { FULL } from './trouble.ts'
import { useConnection, useOutbox } from './useOutbox.ts'

const clock = (moment: number): string => formatClockTime(new Date(moment))

/**
 * A line above the page: how long there has been no connection, and the entries on this device that are
 * waiting or being sent.
 */
export function OutboxBar() {
  const { entries, sending, problem, canStore, full } = useOutbox()
  const { online, since } = useConnection()
  const { tone, words: text } = saying({ entries, sending, problem, canStore, full, online, since })
  useEffect(countBar, [])
  return (
    <div role="status" className={styles.bar} data-tone={text ? tone : undefined}>
      {text}
    </div>
  )
}

type Seen = {
  entries: readonly Entry[]
  sending: { done: number; of: number } | null
  problem: string | null
  canStore: boolean
  full: boolean
  online: boolean
  since: number | null
}

/** The text of the line, and its color. */
function saying({ entries, sending, problem, canStore, full, online, since }: Seen): {
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
  const waits =
    waiting.length > 0
      ? ` ${wordsOfWaiting(waiting)} ${waiting.length === 1 ? 'waits' : 'wait'} on this device.`
      : ''
  const asks = rejected > 0 ? ` ${plural(rejected, 'entry needs', 'entries need')} your decision.` : ''
  if (full) return { tone: 'red', words: `${FULL} What is already stored here is safe.${waits}${asks}` }
  if (!online)
    return { tone: 'yellow', words: `No connection since ${clock(since ?? Date.now())}.${waits}${asks}` }
  if (problem) return { tone: 'red', words: `${problem}${waits}` }
  if (sending)
    return {
      tone: 'blue',
      words: `Sending ${Math.min(sending.done + 1, sending.of)} of ${sending.of}.${asks}`,
    }
  if (waits || asks) return { tone: 'yellow', words: `${waits}${asks}`.trim() }
  return { tone: '', words: '' }
}
