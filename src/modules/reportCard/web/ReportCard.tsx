import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { statements } from '#modules/annualStatement/model/index.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { getByAfsId, startReview } from '../model/calls.ts'
import { ArchivedCards } from './ArchivedCards.tsx'
import { CardSheet } from './CardSheet.tsx'
import { OutcomeFacts } from './OutcomeFacts.tsx'

const shown = ['afs', 'afsreportcard'] as const

/** The report card of a statement: to be graded by the agency, read as an outcome by its company. */
export default function ReportCard() {
  const { afsId } = useNumericParams('afsId')
  const agency = useIsAgency()
  const [params] = useSearchParams()
  const outcome = useCall(getByAfsId, { params: { afsId } })
  const cardId = Number(params.get('card')) || outcome.afsReportCardId
  if (agency && cardId) return <CardSheet key={cardId} cardId={cardId} outcome={outcome} />
  const { year, propertyId } = outcome
  return (
    <Screen
      title={`Report card ${year}`}
      of={outcome.subject}
      breadcrumbs={[{ label: 'Annual statement', to: `/afs/view/${year}/${propertyId}` }]}
    >
      {agency ? <NotBegun afsId={afsId} statusId={outcome.statusId} /> : <OutcomeFacts outcome={outcome} />}
      {agency && outcome.archived.length > 0 && <ArchivedCards afsId={afsId} archived={outcome.archived} />}
    </Screen>
  )
}

function NotBegun({ afsId, statusId }: { afsId: number; statusId: number }) {
  const may = useMay(startReview)
  const write = useWrite(shown)
  const begin = () =>
    write(startReview, { params: { id: afsId }, body: {} }, 'The review is begun, and its card is made.')
  return (
    <EmptyState
      title="There is no report card yet"
      text={
        statusId === 2
          ? 'It is made when the review of the statement begins.'
          : `The statement ${statements.numberOf(afsId)} is not with the agency. Its card is made when its review begins.`
      }
      action={may && statusId === 2 && <Button onClick={() => void begin()}>Start review</Button>}
    />
  )
}
