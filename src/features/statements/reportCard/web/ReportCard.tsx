import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Record } from '#engines/review/web/index.ts'
import { getStatementTabs, statements } from '#features/statements/annualStatement/model/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { isFiled } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { getByAfsId, getByPropertyAndYear } from '../model/calls.ts'
import { ArchivedCard } from './ArchivedCard.tsx'
import { CardProvider } from './CardContext.tsx'
import { OutcomeFacts } from './OutcomeFacts.tsx'
import { agencyPagesWithoutCard, companyPages, gradingPages } from './pages.tsx'

/** The report card tab of a statement: graded by the agency, and read as an outcome by its company. */
export default function ReportCard() {
  const { afsId } = useNumericParams('afsId')
  return <CardLoader key={afsId} afsId={afsId} />
}

/** The card of a property and fiscal year, for moving from one statement of a list to the next. */
export function CardOfYear() {
  const { propertyId, year } = useNumericParams('propertyId', 'year')
  const { afsId } = useCall(getByPropertyAndYear, { params: { propertyId, year } })
  return <CardLoader key={afsId} afsId={afsId} />
}

function CardLoader({ afsId }: { afsId: number }) {
  const agency = useIsAgency()
  const outcome = useCall(getByAfsId, { params: { afsId } })
  const requestedCardId = Number(useSearchParams()[0].get('card'))
  const card = outcome.afsReportCardId
  if (agency && requestedCardId && requestedCardId !== card)
    return <ArchivedCard key={requestedCardId} cardId={requestedCardId} outcome={outcome} />
  // A company fills in the statement itself elsewhere. Of its card it only reads the outcome.
  if (!agency && !isFiled(outcome.statusId))
    return (
      <Screen title={`Report card ${outcome.year}`} of={outcome.subject}>
        <LinkTabs tabs={getStatementTabs(outcome)} label={`Parts of ${outcome.requestNumber}`} />
        <OutcomeFacts outcome={outcome} />
      </Screen>
    )
  return <CurrentCard afsId={afsId} card={agency ? card : null} agency={agency} />
}

function CurrentCard({ afsId, card, agency }: { afsId: number; card: number | null; agency: boolean }) {
  useReloadAfterStep(afsId)
  if (card === null)
    return <Record review={statements} pages={agency ? agencyPagesWithoutCard : companyPages} id={afsId} />
  return (
    <CardProvider key={card} cardId={card}>
      <Record review={statements} pages={gradingPages} id={afsId} />
    </CardProvider>
  )
}

/** Loads the card again after each step of the statement, because a step changes the card. */
function useReloadAfterStep(afsId: number): void {
  const client = useQueryClient()
  const call = statements.calls.one as Call
  const { version } = useCall(call, { params: { id: afsId } }) as { version: number }
  const lastVersion = useRef(version)
  useEffect(() => {
    if (lastVersion.current === version) return
    lastVersion.current = version
    void client.invalidateQueries({ queryKey: ['afsreportcard'] })
  }, [client, version])
}
