import { Link } from 'react-router'
import { getStatementTabs } from '#features/statements/annualStatement/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { LinkTabs } from '#ui/frame/LinkTabs.tsx'
import { Panes } from '#ui/frame/Panes.tsx'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { CardProvider, useCardHere } from './CardContext.tsx'
import { CardMain, CardSide } from './CardSheet.tsx'
import type { Outcome } from './OutcomeFacts.tsx'
import styles from './reportCard.module.css'

type ArchivedCardProps = { cardId: number; outcome: Outcome }

/** The screen of a card of an earlier submission or decision, with the figures and findings of that day. */
export const ArchivedCard = ({ cardId, outcome }: ArchivedCardProps) => (
  <CardProvider cardId={cardId}>
    <Screen
      title={`Report card ${outcome.year}, archived`}
      of={outcome.subject}
      actions={
        <>
          <LinkTabs tabs={getStatementTabs(outcome)} label={`Parts of ${outcome.requestNumber}`} />
          <PrintButton />
        </>
      }
    >
      <Panes
        left={
          <>
            <ArchivedNotice outcome={outcome} />
            <CardMain />
          </>
        }
        right={<CardSide />}
        label="findings"
        bar={null}
      />
    </Screen>
  </CardProvider>
)

function ArchivedNotice({ outcome }: { outcome: Outcome }) {
  const { card } = useCardHere().view
  return (
    <p role="status" className={styles.archived}>
      This card is archived: on {formatDate(card.archivedAt ?? '', 'MM/DD/YYYY')} the statement went back to
      its company, or its review was opened again. Figures and findings are those of that day.{' '}
      {outcome.afsReportCardId && (
        <Link to={`/afs/review/reportcard/${card.afsId}`}>Open the card of today</Link>
      )}{' '}
      <Link to={`/afs/review/budgetvsaudit/${card.afsId}?card=${card.afsReportCardId}`}>
        Budget against audit
      </Link>
    </p>
  )
}
