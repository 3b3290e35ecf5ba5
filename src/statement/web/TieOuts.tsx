import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import type { Side, Tied } from '../model/index.ts'
import styles from './statement.module.css'

const money = (cents: number) => formatMoney(fromCents(cents))
type Go = (code: string) => void

/**
 * Every pair of figures that must agree, those that do not first, each with both figures, the difference and the way to
 * both places; those that agree fold. `explained` says that a note answers for the difference; left out, no note does.
 */
export function TieOuts({
  ties,
  explained,
  onGo,
}: {
  ties: readonly Tied[]
  explained?: (tie: Tied) => boolean
  onGo: Go
}) {
  const open = ties.filter((tie) => !tie.agrees)
  const agreeing = ties.filter((tie) => tie.agrees)
  return (
    <section aria-label="Tie-outs" className={styles.ties}>
      <h2>Tie-outs {open.length > 0 && <span className={styles.differs}>{open.length} differ</span>}</h2>
      {open.map((tie) => (
        <div key={tie.id} className={styles.tie} data-stops={(tie.stops && !explained?.(tie)) || undefined}>
          <strong>{tie.title}</strong>
          <dl className={styles.parts}>
            <Figure side={tie.left} onGo={onGo} />
            <Figure side={tie.right} onGo={onGo} />
            <div className={styles.sum}>
              <dt>Difference</dt>
              <dd>{money(tie.difference)}</dd>
            </div>
          </dl>
          <span className={styles.from}>
            {[
              tie.hint,
              explained?.(tie)
                ? 'Explained in its note.'
                : tie.stops
                  ? explained
                    ? 'Correct it, or explain it in a note.'
                    : 'Correct it.'
                  : 'May be submitted so.',
              `${tie.id}, ${tie.source}`,
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        </div>
      ))}
      {agreeing.length > 0 && (
        <details>
          <summary>✓ {agreeing.length} agree</summary>
          <dl className={styles.parts}>
            {agreeing.map(({ id, title, left }) => (
              <Figure key={id} side={{ ...left, label: title }} onGo={onGo} />
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

function Figure({ side: { label, cents, code, to }, onGo }: { side: Side; onGo: Go }) {
  return (
    <div>
      <dt>
        {code ? (
          <button type="button" className={styles.link} onClick={() => onGo(code)}>
            {label}
          </button>
        ) : to ? (
          <Anchor component={Link} to={to}>
            {label}
          </Anchor>
        ) : (
          label
        )}
      </dt>
      <dd>{money(cents)}</dd>
    </div>
  )
}
