import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './PropertyBanner.module.css'
import type { ToneName } from './palette.ts'
import { Chip } from './StatusChip.tsx'

/**
 * A chip of the banner. With `to` it is a link, for instance to the management company. A chip with `always`
 * is always shown in the header, and all others are in its panel.
 */
export type BannerChip = { label: string; color?: ToneName; to?: string; always?: boolean }

/**
 * The property's banner (BAN-01) in the header line of a screen: number, status text and any notice that must
 * not be overlooked. `status` is the text of the status banner rule, '' for none (BAN-02). The rest is in
 * {@link PropertyFacts}.
 */
export function PropertyBanner({
  name,
  number,
  to,
  status,
  chips = [],
}: {
  /** The name of the property for screen readers. The title shows it on the screen. */
  name: string
  number: string
  /** The path of the property's screen. */
  to: string
  status?: string
  chips?: readonly BannerChip[]
}) {
  const visibleChips = chips.filter(({ always }) => always)
  return (
    <section className={styles.banner} aria-label="Property">
      <Link to={to} className={styles.number} title={`Open ${name}`}>
        <span className="visually-hidden">{name} </span>
        {number || 'Property'}
      </Link>
      {status && <Chip color={status.startsWith('Decontrol') ? 'yellow' : 'blue'}>{status}</Chip>}
      {visibleChips.length > 0 && <Chips chips={visibleChips} label="Property warnings" />}
    </section>
  )
}

/**
 * The part of the banner in the header's panel: name, place, all chips (the caller decides which, BAN-03,
 * BAN-05) and, with `editTo`, the link to edit the property (BAN-04).
 */
export function PropertyFacts({
  name,
  number,
  chips,
  detail,
  editTo,
  children,
}: {
  name?: ReactNode
  number: string
  chips: readonly BannerChip[]
  /** Further details, such as town and county. */
  detail?: ReactNode
  editTo?: string
  /** Further links, such as the menu of the property on a phone. */
  children?: ReactNode
}) {
  return (
    <section className={styles.facts} aria-label="About the property">
      <p className={styles.name}>
        {name}
        <span className={styles.detail}>{number}</span>
        <span className={styles.detail}>{detail}</span>
        {editTo && (
          <Link to={editTo} className={styles.edit} data-noprint>
            Edit property
          </Link>
        )}
      </p>
      {chips.length > 0 && <Chips chips={chips} label="Property facts" />}
      {children}
    </section>
  )
}

const Chips = ({ chips, label }: { chips: readonly BannerChip[]; label: string }) => (
  <ul className={styles.chips} aria-label={label}>
    {chips.map((chip) => (
      <li key={chip.label} data-in-line={chip.always}>
        <Chip color={chip.color}>{chip.to ? <Link to={chip.to}>{chip.label}</Link> : chip.label}</Chip>
      </li>
    ))}
  </ul>
)
