import { Button } from '@mantine/core'
import { type MouseEvent, Suspense, useCallback, useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import type { PartProps } from '#review/web/index.ts'
import { chartIn, readColumn } from '#statement/model/index.ts'
import { useFigureRows } from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { changeQuery } from '#ui/frame/address.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { whenIdle } from '#ui/frame/later.tsx'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { type Gap, gapsOf, leftWords } from '../model/gaps.ts'
import type { Detail } from '../model/statements.ts'

import styles from './annual.module.css'
import { fetchPart, parts, type StatementPart } from './parts.tsx'
import { useTies } from './schedules/index.ts'

const isHere = (part: StatementPart) => !('to' in part)
const keys = parts.map((part) => part.key)
const money = (cents: number) => formatMoney(fromCents(cents))
type Props = PartProps<Detail> & { readOnly: boolean }

/** A statement part by part: which are in order at the side, one at a time, and at the foot whether it balances. */
export function Frame(props: Props) {
  const [key, setKey] = useAddressed('part', 'opinion', keys)
  const goTo = useCallback(
    (part: string, account: string | null = null) => {
      setKey(part)
      // Whoever goes to another part has left the account that a link led to.
      changeQuery((query) => (account ? query.set('account', account) : query.delete('account')))
    },
    [setKey],
  )
  // The others are there before somebody goes to them, and without a connection, too.
  useEffect(() => whenIdle(() => parts.forEach(fetchPart)), [])
  const { detail } = props
  const { form } = useFormParts()
  const values = useWatch({ control: form.control }) as object
  const ties = useTies(detail)
  const gaps = gapsOf({ ...detail, ...values }, detail, ties)
  const part = parts.find((one) => one.key === key) ?? parts[0]!
  const own = `#/afs/view/${detail.year}/${detail.propertyId}?part=`
  // A figure's place on this very screen is shown at once; nothing that is typed is left for it.
  const follow = (event: MouseEvent<HTMLElement>) => {
    const to = (event.target as HTMLElement).closest('a')?.getAttribute('href')
    if (!to?.startsWith(own) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const asked = new URLSearchParams(to.slice(to.indexOf('?')))
    goTo(asked.get('part') ?? key, asked.get('account'))
  }
  return (
    <div className={styles.frame} onClickCapture={follow}>
      <Side {...props} at={part.key} gaps={gaps} onGo={goTo} />
      <section aria-label={part.label} className={styles.part} data-noprint>
        <h2 className={styles.title}>{part.label}</h2>
        <Content key={part.key} {...props} part={part} gaps={gaps} onGo={goTo} />
      </section>
      <Foot detail={detail} at={part.key} gaps={gaps} onGo={goTo} readOnly={props.readOnly} />
    </div>
  )
}

type Going = { gaps: readonly Gap[]; onGo: (part: string) => void }

function Content({ part, ...props }: Props & Going & { part: StatementPart }) {
  const { detail, readOnly, refresh, gaps, onGo } = props
  const watched = part.key === 'certifications' ? gaps : null
  // Only certifications tell what is missing: a figure's part is not drawn again for it.
  return useMemo(
    () =>
      'Content' in part ? (
        <Suspense fallback={<ScreenSkeleton rows={6} />}>
          <part.Content {...{ detail, readOnly, refresh, onGo }} gaps={watched ?? []} />
        </Suspense>
      ) : null,
    [part, detail, readOnly, refresh, onGo, watched],
  )
}

/** The parts, each with a check mark or the number of its open points. */
function Side({ detail, at, gaps, onGo, readOnly }: Pick<Props, 'detail' | 'readOnly'> & Going & { at: string }) {
  const ready = parts.filter((part) => isHere(part) && !gaps.some((gap) => gap.part === part.key)).length
  return (
    <nav aria-label="Parts of the statement" className={styles.side} data-noprint>
      {!readOnly && (
        <p>
          {ready} of {parts.length} parts in order
        </p>
      )}
      <ol>
        {parts.map((part) => (
          <li key={part.key} data-current={part.key === at || undefined}>
            {isHere(part) ? (
              <button type="button" aria-current={part.key === at ? 'step' : undefined} onClick={() => onGo(part.key)}>
                <span>{part.label}</span>
                {!readOnly && <Mark part={part.key} gaps={gaps} detail={detail} />}
              </button>
            ) : 'to' in part && detail.afsId > 0 ? (
              <Link to={part.to(detail.afsId)}>
                <span>{part.label}</span>
              </Link>
            ) : (
              <span>
                <span>{part.label}, once it is saved</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mark({ part, gaps, detail }: { part: string; gaps: readonly Gap[]; detail: Detail }) {
  const open = gaps.filter((gap) => gap.part === part).length
  if (part === 'certifications') return <span>{detail.certifications.length} of 2</span>
  if (open === 0)
    return (
      <span className={styles.fine}>
        ✓<span className="visually-hidden"> in order</span>
      </span>
    )
  return (
    <span className={styles.open}>
      {open}
      <span className="visually-hidden"> open</span>
    </span>
  )
}

/** Whether it balances, what it comes to, what is missing, and the way to the next part. */
function Foot({ detail, at, gaps, onGo, readOnly }: { detail: Detail; at: string; readOnly: boolean } & Going) {
  const rows = useFigureRows('lines')
  const read = readColumn(chartIn(detail), rows)
  const difference = read('1000T') - read('2033T')
  const left = leftWords(gaps)
  const within = parts.filter(isHere)
  const index = within.findIndex((part) => part.key === at)
  const [before, after] = [within[index - 1], within[index + 1]]
  const next = gaps.find((gap) => gap.part !== at) ?? gaps[0]
  return (
    <section
      aria-label="Balance of the statement"
      className={styles.foot}
      data-read={readOnly || undefined}
      data-noprint
    >
      <dl>
        <Sum label="Total assets 1000T" value={money(read('1000T'))} />
        <Sum label="Liabilities 2000T + equity 3130" value={money(read('2033T'))} />
        <div>
          <dt className="visually-hidden">Balance</dt>
          <dd className={difference === 0 ? styles.fine : styles.open}>
            {difference === 0 ? '✓ Balanced' : `Difference ${money(difference)}`}
          </dd>
        </div>
        <Sum label="5060N Operating profit" value={money(read('5060N'))} />
        <Sum label="3250 Net profit" value={money(read('3250'))} />
      </dl>
      <div className={styles.ways}>
        {!readOnly && left && next && <LinkButton onClick={() => onGo(next.part)}>{left}</LinkButton>}
        {before && (
          <Button variant="default" onClick={() => onGo(before.key)}>
            Previous part
          </Button>
        )}
        {after && (
          <Button variant={readOnly ? 'default' : 'filled'} onClick={() => onGo(after.key)}>
            Next: {after.label}
          </Button>
        )}
      </div>
    </section>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
