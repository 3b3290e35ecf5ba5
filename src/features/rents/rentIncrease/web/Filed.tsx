import { Alert } from '@mantine/core'
import type { PartProps } from '#engines/review/web/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import type { Detail } from '../model/increases.ts'
import { SIGNED_SCHEDULE } from '../model/rules.ts'
import { FiledCashFlow } from './CashFlow.tsx'
import { AnsweredChecklist } from './Checklist.tsx'
import { DocumentPlace, RentRollFaults } from './DocumentPlace.tsx'
import { RentsTable } from './Rents.tsx'
import { useScrollToPart } from './ReviewPart.tsx'
import { getCapOfRequest, getStoredRentLines } from './reviewLines.ts'
import { useMarket } from './useMarket.ts'

const UNDER_REVIEW = 3

/**
 * The read-only body of a submitted request: its rents, the answered checklist and cash flow for the
 * agency, the rent roll's check, and after approval the place for the signed Schedule II.
 */
export function FiledIncrease({ detail, refresh }: PartProps<Detail>) {
  const readOnly = useReadOnly()
  const agency = useIsAgency()
  const lines = getStoredRentLines(detail, useMarket(detail)).map((line, index) => ({
    ...line,
    below: detail.lines[index]?.lowerReason
      ? `Lower than asked: ${detail.lines[index].lowerReason}`
      : undefined,
  }))
  useScrollToPart()
  const isDecided = detail.lines.some((line) => line.approvedRent !== null)
  return (
    <>
      {detail.onHold && (
        <Alert color="yellow" title="Schedule II is on hold">
          {detail.holdReason}
        </Alert>
      )}
      <RentsTable lines={lines} becoming={isDecided ? 'Approved' : 'New'} cap={getCapOfRequest(detail)} />
      {agency && detail.statusId >= UNDER_REVIEW && (
        <>
          <AnsweredChecklist detail={detail} />
          <FiledCashFlow detail={detail} lines={lines} />
        </>
      )}
      <RentRollFaults detail={detail} />
      {detail.statusId === RequestStatus.APPROVED && !readOnly && (
        <DocumentPlace
          kind={SIGNED_SCHEDULE}
          detail={detail}
          store={async () => detail.rentIncreaseRequestHeaderId}
          onChanged={refresh}
        />
      )}
    </>
  )
}
