import { Anchor } from '@mantine/core'
import { useContext } from 'react'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FormPartsContext } from '#ui/form/formContext.ts'
import { type Tick, tickLabel } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { blockers } from '../model/reviewRules.ts'
import { RentFigures } from './Rents.tsx'
import styles from './rents.module.css'
import { filedLines, useReviewedLines } from './reviewLines.ts'
import { type MarketOf, useMarket } from './useMarket.ts'

const approvals: readonly string[] = ['approve', 'approveDirectly']

/** Why an approval is not offered now: answers that block it, in words, each with its question. */
const waits = (detail: Detail): { tick: Tick | null; words: string }[] => [
  ...(detail.onHold ? [{ tick: null, words: 'the hold' }] : []),
  ...blockers(detail).map(({ field }) => ({ tick: field as Tick, words: tickLabel(field as Tick) })),
]

/** The steps that are not offered while something blocks the approval. */
export const stepsThatWait = (detail: Detail): readonly string[] =>
  waits(detail).length > 0 ? approvals : []

/** The key figures, which follow the input, and the open points before an approval. */
export function Figures({ detail }: { detail: Detail }) {
  const getMarket = useMarket(detail)
  const within = useContext(FormPartsContext)
  return (
    <>
      {within ? (
        <Typed detail={detail} marketOf={getMarket} />
      ) : (
        <RentFigures lines={filedLines(detail, getMarket)} />
      )}
      {detail.decided === null && <Waiting detail={detail} />}
    </>
  )
}

const Typed = ({ detail, marketOf: getRentIncreaseMarket }: { detail: Detail; marketOf: MarketOf }) => (
  <RentFigures lines={useReviewedLines(detail, getRentIncreaseMarket)} />
)

function Waiting({ detail }: { detail: Detail }) {
  const readOnly = useReadOnly()
  const waiting = waits(detail)
  const [first] = waiting
  if (!first || readOnly || !detail.actions.some(({ name }) => approvals.includes(name) || name === 'review'))
    return null
  const show = () => {
    const list = document.getElementById('checklist')
    list?.scrollIntoView({ block: 'nearest' })
    list?.querySelector<HTMLElement>('[data-tone="red"] button, [data-tone="red"] a')?.focus()
  }
  return (
    <span className={styles.blocks}>
      Approval waits for{' '}
      {first.tick === null ? (
        first.words
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={show}>
          {first.words}
        </Anchor>
      )}
      {waiting.length > 1 && ` and ${waiting.length - 1} more`}
    </span>
  )
}
