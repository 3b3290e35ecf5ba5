import { Alert } from '@mantine/core'
import styles from './items.module.css'
import type { DuplicateMatches } from './kind.ts'

/**
 * A warning, collapsed to one line, that names the items whose invoices may have been claimed before. It does
 * not stop the request.
 */
export function DuplicateWarning({ duplicates }: { duplicates: readonly DuplicateMatches[] }) {
  const messages = duplicates.flatMap((matches, index) =>
    matches.map(({ message }) => `Item ${index + 1}: ${message}`),
  )
  if (messages.length === 0) return null
  const items = duplicates.flatMap((matches, index) => (matches.length > 0 ? [index + 1] : []))
  return (
    <Alert color="yellow" role="status">
      <details>
        <summary>
          {items.length === 1 ? `Item ${items[0]} looks` : `Items ${items.join(', ')} look`} like an invoice
          that was claimed before
        </summary>
        <ul className={styles.list}>
          {messages.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </Alert>
  )
}
