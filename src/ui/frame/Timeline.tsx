import { formatDate } from '#kernel/model/dates.ts'
import type { ToneName } from './palette.ts'
import styles from './Timeline.module.css'

/**
 * A changed field. `from` or `to` is null if the value was or is empty. In an added row `from` is undefined,
 * and in a removed row `to` is.
 */
export type TimelineChange = { field: string; from?: string | null; to?: string | null }

/** An action of a person in the history. */
export type TimelineEntry = {
  id: string | number
  /** The moment as ISO text with zone. It is shown in the agency's time. */
  at: string
  person: string
  /** The name of the action, such as 'Approved'. */
  action: string
  reason?: string | null
  changes?: readonly TimelineChange[]
  color?: ToneName
}

/**
 * Shows the history of a record: each action with its person, time and reason, and its changes. Long lists of
 * changes start folded.
 */
export function Timeline({
  entries,
  label = 'History',
}: {
  entries: readonly TimelineEntry[]
  label?: string
}) {
  if (entries.length === 0) return <p className={styles.none}>No history yet.</p>
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} data-tone={entry.color ?? 'gray'}>
          <p className={styles.action}>{entry.action}</p>
          <p className={styles.who}>
            {entry.person} · <time dateTime={entry.at}>{formatDate(entry.at, 'MM/DD/YYYY h:mm A')}</time>
          </p>
          {entry.reason && <blockquote className={styles.reason}>{entry.reason}</blockquote>}
          {entry.changes && entry.changes.length > 0 && <Changes changes={entry.changes} />}
        </li>
      ))}
    </ol>
  )
}

/** Lists with at least this many changes start folded. */
const FOLDED_FROM = 4

const isWhole = (change: TimelineChange) => change.from === undefined || change.to === undefined

function Changes({ changes }: { changes: readonly TimelineChange[] }) {
  const list = (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          {change.field}: {change.from !== undefined && <del>{change.from ?? 'empty'}</del>}
          {isWhole(change) || (
            <>
              {' '}
              <span aria-hidden>→</span>
              <span className="visually-hidden">to</span>{' '}
            </>
          )}
          {change.to !== undefined && <ins>{change.to ?? 'empty'}</ins>}
        </li>
      ))}
    </ul>
  )
  if (changes.length < FOLDED_FROM) return list
  return (
    <details>
      <summary>
        {changes.length} {changes.some(isWhole) ? 'values' : 'changes'}
      </summary>
      {list}
    </details>
  )
}
