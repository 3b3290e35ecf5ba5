import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import type { Derivation as Derived } from '../model/index.ts'
import styles from './statement.module.css'

const money = (cents: number) => formatMoney(fromCents(cents))

/**
 * Shows where a figure comes from: its formula with the figures in it, who entered them, and where it is
 * used. It appears next to the worksheet, never over its figures; Escape closes it and returns to the cell.
 */
export function Derivation({
  of,
  column,
  onGo,
  onClose,
}: {
  of: Derived
  column: string
  onGo: (code: string) => void
  onClose: () => void
}) {
  const panel = useRef<HTMLElement>(null)
  const { account, formula, usedIn } = of
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Where this comes from"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <CloseButton className={styles.close} aria-label="Close" onClick={onClose} />
      <h2>Where this comes from</h2>
      <p>
        <strong>
          {account.code} {account.name}
        </strong>
        , {column}
      </p>
      {formula && <p>{formula}</p>}
      <Parts of={of} onGo={onGo} />
      {usedIn.length > 0 && (
        <p>
          Used in{' '}
          {usedIn.map((item, index) => (
            <span key={item.code}>
              {index > 0 && ', '}
              <Account code={item.code} name={item.name} onGo={onGo} />
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

const Account = ({ code, name, onGo }: { code: string; name: string; onGo: (code: string) => void }) => (
  <LinkButton onClick={() => onGo(code)}>
    {code} {name}
  </LinkButton>
)

/** The figures that count in a figure, and their sum. */
const Parts = ({
  of: { cents, formula, parts, from },
  onGo,
}: {
  of: Derived
  onGo: (code: string) => void
}) => (
  <dl className={styles.parts}>
    {parts.map((part) => (
      <div key={`${part.account.code} ${part.account.name}`}>
        <dt>
          <Account code={part.account.code} name={part.account.name} onGo={onGo} />
          {part.from && <span className={styles.from}>{part.from}</span>}
        </dt>
        <dd>{money(part.sign * part.cents)}</dd>
      </div>
    ))}
    <div className={styles.sum}>
      <dt>
        {formula ? 'Together' : 'Entered'}
        {from && <span className={styles.from}>{from}</span>}
      </dt>
      <dd>{money(cents)}</dd>
    </div>
  </dl>
)
