import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Derivation as Derived } from '#engines/worksheet/model/index.ts'
import { Derivation } from '#engines/worksheet/web/index.ts'
import { Section } from '#ui/frame/Section.tsx'
import type { Finding } from '../model/surplus.ts'
import styles from './surplus.module.css'

type StatementKey = { afsId: number; year: number; propertyId: number }

/** A worksheet with the sources of the selected figure next to it. Escape returns to the selected cell. */
export function Frame({
  of,
  derived,
  column,
  onClose,
  onGo,
  aside,
  wide = false,
  children,
}: {
  of: StatementKey
  derived: Derived | null
  column: string
  onClose: () => void
  /** Goes to a figure on the same screen; returns false if the figure is on another screen. */
  onGo?: (code: string) => boolean
  aside?: ReactNode
  /** Puts the side content below the worksheet, which needs the width. */
  wide?: boolean
  children: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <div className={styles.frame} data-wide={wide || undefined}>
      <div>
        {children}
        <p data-noprint>Alt+Enter on a figure, or a click on an underlined one, says where it comes from.</p>
      </div>
      <aside className={styles.aside}>
        {derived && (
          <Derivation
            key={derived.account.code}
            of={derived}
            column={column}
            onGo={(code) => onGo?.(code) || void navigate(getPlace(code, of))}
            onClose={onClose}
          />
        )}
        {aside}
      </aside>
    </div>
  )
}

/** Returns the path of a figure: an account on its statement, a line of part A or B on its screen. */
function getPlace(code: string, { afsId, year, propertyId }: StatementKey): string {
  if (/^\d{4}$/.test(code) && code.length === 4 && !/^(19|20|21)\d\d$/.test(code))
    return `/afs/view/${year}/${propertyId}`
  if (/^(A\d+|\([abc]\))$/.test(code)) return `/afs/review/surplus/${afsId}`
  return `/afs/review/computationdistribution/${afsId}`
}

/** The list of findings, each with its id. */
export const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.length === 0 ? null : (
    <Section title="Findings">
      <ul>
        {findings.map(({ id, words }) => (
          <li key={id}>
            {words} <small>{id}</small>
          </li>
        ))}
      </ul>
    </Section>
  )

/** Moves the focus to the first cell of a worksheet line. */
export const focusLine = (index: number): void =>
  document.querySelector<HTMLElement>(`[data-line="${index}"][data-column="0"]`)?.focus()
