import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkButton } from '../../frame/LinkButton.tsx'
import styles from './desk.module.css'

/** A key figure. `state` is whether it has the required value. */
export type FootFigure = { label: string; value: ReactNode; state?: 'fine' | 'open' | undefined }
/** A missing entry, and the function that goes to it. */
export type Gap = { words: string; go: () => void }

/**
 * The foot of a worksheet: key figures, missing entries with a link to each, the adjacent parts, and the
 * form’s buttons.
 */
export function SheetFoot({
  label,
  figures,
  gaps,
  before,
  after,
  buttons,
}: {
  label: string
  figures: readonly FootFigure[]
  gaps: readonly Gap[]
  before?: (() => void) | undefined
  /** The next part. If it has a label, its button is the primary one. */
  after?: { label?: string; go: () => void } | undefined
  buttons?: ReactNode
}) {
  return (
    <section aria-label={label} className={styles.foot} data-sheet-foot data-noprint>
      <dl>
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt>{figure.label}</dt>
            <dd className={figure.state && styles[figure.state]}>{figure.value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        {gaps.length > 0 && (
          <span>
            {gaps.map(({ words, go }, index) => (
              <span key={words}>
                {index > 0 && ', '}
                <LinkButton onClick={go}>{words}</LinkButton>
              </span>
            ))}{' '}
            left
          </span>
        )}
        {before && (
          <Button variant="default" size="xs" onClick={before}>
            Previous part
          </Button>
        )}
        {after && (
          <Button variant={after.label ? 'filled' : 'default'} size="xs" onClick={after.go}>
            {after.label ? `Next: ${after.label}` : 'Next part'}
          </Button>
        )}
        {buttons}
      </div>
    </section>
  )
}
