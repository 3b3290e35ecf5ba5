import { Suspense, useMemo } from 'react'
import type { PartProps } from '#engines/review/web/index.ts'
import { isOpen } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { startReview } from '../model/calls.ts'
import type { Detail } from '../model/increases.ts'
import { getRentIncreaseRow } from '../model/rows.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /**
     * Props of the parts shown next to the review of a rent increase. `open`: this person may still add to
     * it.
     */
    rentIncrease: {
      requestId: number
      open: boolean
      rents: readonly { label: string; bedrooms: number; rent: number | null }[]
    }
  }
}

/**
 * The parts of other modules about the market, such as comparable rents, for the rents of a stored request.
 */
export function Market({ detail }: Pick<PartProps<Detail>, 'detail'>) {
  const readOnly = useReadOnly()
  const mayReview = useMay(startReview)
  const rents = useMemo(
    () =>
      detail.lines.map((line) => {
        const { label, bedrooms, newRent } = getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail)
        return { label, bedrooms, rent: line.approvedRent ?? newRent }
      }),
    [detail],
  )
  const requestId = detail.rentIncreaseRequestHeaderId
  if (requestId === 0) return null
  const open = !readOnly && (detail.canEdit || (mayReview && isOpen(detail.statusId)))
  return (
    <Suspense fallback={null}>{Object.values(tabsOn('rentIncrease', { requestId, rents, open }))}</Suspense>
  )
}
