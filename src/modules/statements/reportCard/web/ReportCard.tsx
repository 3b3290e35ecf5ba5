import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Call } from '#kernel/model/call.ts'
import { isFiled } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { statements, statementTabs } from '#modules/statements/annualStatement/model/index.ts'
import { Record } from '#review/web/index.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { getByAfsId, getByPropertyAndYear } from '../model/calls.ts'
import { ArchivedCard } from './ArchivedCard.tsx'
import { CardProvider } from './CardContext.tsx'
import { OutcomeFacts } from './OutcomeFacts.tsx'
import { beginning, grading, reading } from './pages.tsx'

/**
 * The report card of a statement, one of its tabs: graded by the agency, read as an outcome by its company.
 */
export default function ReportCard() {
  const { afsId } = useNumericParams('afsId')
  return <Found key={afsId} afsId={afsId} />
}

/** The card of a property and fiscal year, for moving from one statement of a list to the next. */
export function CardOfYear() {
  const { propertyId, year } = useNumericParams('propertyId', 'year')
  const { afsId } = useCall(getByPropertyAndYear, { params: { propertyId, year } })
  return <Found key={afsId} afsId={afsId} />
}

function Found({ afsId }: { afsId: number }) {
  const agency = useIsAgency()
  const outcome = useCall(getByAfsId, { params: { afsId } })
  const requestedCardId = Number(useSearchParams()[0].get('card'))
  const card = outcome.afsReportCardId
  if (agency && requestedCardId && requestedCardId !== card)
    return <ArchivedCard key={requestedCardId} cardId={requestedCardId} outcome={outcome} />
  // The statement itself is its company’s to write; of its card there is the outcome to be read.
  if (!agency && !isFiled(outcome.statusId))
    return (
      <Screen title={`Report card ${outcome.year}`} of={outcome.subject}>
        <LinkTabs tabs={statementTabs(outcome)} label={`Parts of ${outcome.requestNumber}`} />
        <OutcomeFacts outcome={outcome} />
      </Screen>
    )
  return <Standing afsId={afsId} card={agency ? card : null} agency={agency} />
}

function Standing({ afsId, card, agency }: { afsId: number; card: number | null; agency: boolean }) {
  useFollowing(afsId)
  if (card === null) return <Record review={statements} pages={agency ? beginning : reading} id={afsId} />
  return (
    <CardProvider key={card} cardId={card}>
      <Record review={statements} pages={grading} id={afsId} />
    </CardProvider>
  )
}

/** A step of the statement changes its card, too: it is read again after each. */
function useFollowing(afsId: number): void {
  const client = useQueryClient()
  const call = statements.calls.one as Call
  const { version } = useCall(call, { params: { id: afsId } }) as { version: number }
  const refObject = useRef(version)
  useEffect(() => {
    if (refObject.current === version) return
    refObject.current = version
    void client.invalidateQueries({ queryKey: ['afsreportcard'] })
  }, [client, version])
}
