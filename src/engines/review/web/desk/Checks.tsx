import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '#ui/frame/icons.ts'
import type { AnyDetail, Check, Pages } from '../pages.ts'
import styles from './desk.module.css'
import { useAskFor } from './useDesk.ts'

/** The checks of a record as the subject computes and words them, problems first. */
export function Checks({
  useChecks,
  detail,
}: {
  useChecks: NonNullable<Pages['useChecks']>
  detail: AnyDetail
}) {
  const checks = useChecks(detail)
  const askFor = useAskFor(detail)
  const open = checks.filter(({ fine }) => !fine).map(({ words }) => words)
  if (checks.length === 0) return null
  return (
    <section aria-label="Checks">
      <h2>Checks</h2>
      <CheckLines checks={checks} />
      {askFor && open.length > 0 && (
        <Button size="xs" variant="default" mt="xs" data-noprint onClick={() => askFor(open.join('\n'))}>
          Ask for documents…
        </Button>
      )}
    </section>
  )
}

const CheckLines = ({ checks }: { checks: readonly Check[] }) => (
  <ul className={styles.checks}>
    {checks
      .toSorted((check, other) => Number(check.fine) - Number(other.fine))
      .map(({ words, fine, more }) => (
        <li key={words} data-open={fine ? undefined : true}>
          {fine ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
          <span>
            <span className="visually-hidden">{fine ? 'In order: ' : 'To look at: '}</span>
            {words} {more}
          </span>
        </li>
      ))}
  </ul>
)
