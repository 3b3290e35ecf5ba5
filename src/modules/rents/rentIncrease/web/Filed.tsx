import { Alert } from '@mantine/core'
import { RequestStatus } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import type { PartProps } from '#review/web/index.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import type { Detail } from '../model/increases.ts'
import { SIGNED } from '../model/rules.ts'
import { FiledCashFlow } from './CashFlow.tsx'
import { AnsweredChecklist } from './Checklist.tsx'
import { Paper, RollFindings } from './Papers.tsx'
import { Rents } from './Rents.tsx'
import { usePartInView } from './ReviewPart.tsx'
import { capFor, filedLines } from './reviewLines.ts'
import { useMarket } from './useMarket.ts'

const UNDER_REVIEW = 3

/**
 * The read-only body of a submitted request: its rents, the answered checklist and cash flow for the
 * agency, the rent roll's check, and after approval the place for the signed Schedule II.
 */
export function Filed({ detail, refresh }: PartProps<Detail>) {
  const readOnly = useReadOnly()
  const agency = useIsAgency()
  const lines = filedLines(detail, useMarket(detail)).map((line, index) => ({
    ...line,
    below: detail.lines[index]?.lowerReason
      ? `Lower than asked: ${detail.lines[index].lowerReason}`
      : undefined,
  }))
  usePartInView()
  const isDecided = detail.lines.some((line) => line.approvedRent !== null)
  return (
    <>
      {detail.onHold && (
        <Alert color="yellow" title="Schedule II is on hold">
          {detail.holdReason}
        </Alert>
      )}
      <Rents lines={lines} becoming={isDecided ? 'Approved' : 'New'} cap={capFor(detail)} />
      {agency && detail.statusId >= UNDER_REVIEW && (
        <>
          <AnsweredChecklist detail={detail} />
          <FiledCashFlow detail={detail} lines={lines} />
        </>
      )}
      <RollFindings detail={detail} />
      {detail.statusId === RequestStatus.APPROVED && !readOnly && (
        <Paper
          kind={SIGNED}
          detail={detail}
          store={async () => detail.rentIncreaseRequestHeaderId}
          onChanged={refresh}
        />
      )}
    </>
  )
}
