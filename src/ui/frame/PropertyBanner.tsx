import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './PropertyBanner.module.css'
import type { ToneName } from './palette.ts'
import { Chip } from './StatusChip.tsx'

/** A chip of the banner; with `to` it leads somewhere, such as to the management company. */
export type BannerChip = { label: string; color?: ToneName; to?: string }

/**
 * The property's header (BAN-01): name, number, status text and chips. Which chips (BAN-03) and whether `editTo` is
 * given (BAN-04) is the caller's business; `status` is the text of the status banner rule, '' for none (BAN-02).
 */
export function PropertyBanner({
  name,
  number,
  status,
  chips = [],
  detail,
  editTo,
}: {
  /** Left out on the property's own screen, whose title it is. */
  name?: ReactNode
  number: string
  status?: string
  chips?: readonly BannerChip[]
  /** A second line, such as town and county. */
  detail?: ReactNode
  /** Where the property is edited; the link shows only when given. */
  editTo?: string
}) {
  return (
    <section className={styles.banner} aria-label="Property">
      <div className={styles.who}>
        <p className={styles.name}>
          {name}
          {number && <span className={name ? styles.number : styles.alone}> {number}</span>}
        </p>
        {(detail || editTo) && (
          <p className={styles.detail}>
            {detail}
            {editTo && (
              <Link to={editTo} className={styles.edit} data-noprint>
                Edit property
              </Link>
            )}
          </p>
        )}
      </div>
      <ul className={styles.chips} aria-label="Property facts" hidden={!status && chips.length === 0}>
        {status && (
          <li>
            <Chip color={status.startsWith('Decontrol') ? 'yellow' : 'blue'}>{status}</Chip>
          </li>
        )}
        {chips.map((chip) => (
          <li key={chip.label}>
            <Chip color={chip.color}>{chip.to ? <Link to={chip.to}>{chip.label}</Link> : chip.label}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
