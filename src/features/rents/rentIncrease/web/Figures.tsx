import { Anchor } from '@mantine/core'
import { useContext } from 'react'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FormPartsContext } from '#ui/form/formContext.ts'
import { type ChecklistItem, getChecklistLabel } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { findBlockers } from '../model/reviewRules.ts'
import { RentFigures } from './Rents.tsx'
import styles from './rents.module.css'
import { getStoredRentLines, useReviewedLines } from './reviewLines.ts'
import { type CompareWithMarket, useMarket } from './useMarket.ts'

const approvals: readonly string[] = ['approve', 'approveDirectly']

/**
 * Returns what blocks an approval now, in words: the hold, and the checklist answers with their questions.
 */
const getApprovalBlockers = (detail: Detail): { tick: ChecklistItem | null; words: string }[] => [
  ...(detail.onHold ? [{ tick: null, words: 'the hold' }] : []),
  ...findBlockers(detail).map(({ field }) => ({
    tick: field as ChecklistItem,
    words: getChecklistLabel(field as ChecklistItem),
  })),
]

/** Returns the names of the steps that are not offered because something blocks the approval. */
export const getBlockedSteps = (detail: Detail): readonly string[] =>
  getApprovalBlockers(detail).length > 0 ? approvals : []

/** The key figures of the rents, which follow the reviewer's input, and what blocks the approval. */
export function Figures({ detail }: { detail: Detail }) {
  const getMarket = useMarket(detail)
  const formParts = useContext(FormPartsContext)
  return (
    <>
      {formParts ? (
        <ReviewedRentFigures detail={detail} marketOf={getMarket} />
      ) : (
        <RentFigures lines={getStoredRentLines(detail, getMarket)} />
      )}
      {detail.decided === null && <ApprovalBlockers detail={detail} />}
    </>
  )
}

const ReviewedRentFigures = ({
  detail,
  marketOf: getRentIncreaseMarket,
}: {
  detail: Detail
  marketOf: CompareWithMarket
}) => <RentFigures lines={useReviewedLines(detail, getRentIncreaseMarket)} />

function ApprovalBlockers({ detail }: { detail: Detail }) {
  const readOnly = useReadOnly()
  const approvalBlockers = getApprovalBlockers(detail)
  const [first] = approvalBlockers
  if (!first || readOnly || !detail.actions.some(({ name }) => approvals.includes(name) || name === 'review'))
    return null
  const showInChecklist = () => {
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
        <Anchor component="button" type="button" size="sm" onClick={showInChecklist}>
          {first.words}
        </Anchor>
      )}
      {approvalBlockers.length > 1 && ` and ${approvalBlockers.length - 1} more`}
    </span>
  )
}
