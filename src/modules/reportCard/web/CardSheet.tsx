import { Button, NumberInput } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { ask } from '#kernel/web/api.ts'
import { useDeskScreen } from '#ui/frame/folding.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { updateTemplate } from '../model/calls.ts'
import type { CardView } from '../model/view.ts'
import { ArchivedCards } from './ArchivedCards.tsx'
import { CardFoot } from './CardFoot.tsx'
import { Checklist } from './Checklist.tsx'
import { CoverageHistory, CoverageLines } from './CoverageHistory.tsx'
import { CustomIncome } from './CustomIncome.tsx'
import { Findings } from './Findings.tsx'
import { KeptText } from './KeptText.tsx'
import { LetterDraft } from './LetterDraft.tsx'
import { type Outcome, SentLetters } from './OutcomeFacts.tsx'
import { Ratios } from './Ratios.tsx'
import styles from './reportCard.module.css'
import { type CardWriting, useCard } from './useCard.ts'

/** A card as the analyst grades it: ratios and checklist, findings and letter beside, what decides at the foot. */
export function CardSheet({ cardId, outcome }: { cardId: number; outcome: Outcome }) {
  useDeskScreen()
  const writing = useCard(cardId)
  const { view, write, save } = writing
  const { card, statement } = view
  return (
    <Screen
      title={`Report card ${card.year}`}
      of={statement.subject}
      breadcrumbs={[{ label: 'Statements by year', to: `/afs/review/list?year=${card.year}` }]}
    >
      <Strip view={view} />
      {card.archivedAt && (
        <p role="status" className={styles.archived}>
          This card is archived: on {formatDate(card.archivedAt, 'MM/DD/YYYY')} the statement went back to its company,
          or its review was opened again. Figures and findings are those of that day.{' '}
          {outcome.afsReportCardId && <Link to={`/afs/review/reportcard/${card.afsId}`}>Open the card of today</Link>}
        </p>
      )}
      <div className={styles.sheet}>
        <div className={styles.main}>
          <Ratios view={view} />
          <Typed view={view} save={save} />
          <Checklist writing={writing} />
          <OldTemplate view={view} write={write} />
          <CustomIncome view={view} write={write} />
          {view.coverage ? <CoverageLines lines={view.coverage} /> : <CoverageHistory propertyId={card.propertyId} />}
        </div>
        <div className={styles.aside}>
          <Findings view={view} write={write} />
          {statement.statusId !== 5 && !card.archivedAt && <LetterDraft view={view} save={save} />}
          {outcome.letters.length > 0 && <SentLetters afsId={card.afsId} />}
          {outcome.archived.length > 0 && <ArchivedCards afsId={card.afsId} archived={outcome.archived} />}
        </div>
      </div>
      <CardFoot writing={writing} />
    </Screen>
  )
}

/** Where the card stands, and the ways to what it is about. */
function Strip({ view: { card, statement, prior } }: { view: CardView }) {
  const received = statement.submitted && `received ${formatDate(statement.submitted, 'MM/DD/YYYY')}`
  const facts = [statement.statementType, statement.auditFirm, `${statement.units} units`, `${statement.months} months`]
  return (
    <div className={styles.strip}>
      <StatusChip status={statement.statusId} label={statement.statusLabel} />
      <span>
        {[...facts, received, `analyst: ${statement.reviewerName ?? 'nobody yet'}`].filter(Boolean).join(' · ')}
      </span>
      <Link to={`/afs/view/${card.year}/${card.propertyId}`}>Statement {statement.requestNumber}</Link>
      <Link to={`/afs/review/budgetvsaudit/${card.afsId}${card.archivedAt ? `?card=${card.afsReportCardId}` : ''}`}>
        Budget against audit
      </Link>
      {prior && <Link to={`/afs/review/reportcard/${prior.afsId}`}>{prior.year} card</Link>}
    </div>
  )
}

/** What the analyst types beside the checklist: the inspection score, and notes nobody else reads. */
function Typed({ view: { card, open }, save }: { view: CardView; save: CardWriting['save'] }) {
  return (
    <div className={styles.typed}>
      <NumberInput
        key={card.inspectionScore}
        label="Physical inspection score"
        min={0}
        max={100}
        allowDecimal={false}
        readOnly={!open}
        defaultValue={card.inspectionScore ?? ''}
        onBlur={(event) => {
          const text = event.currentTarget.value.trim()
          const score = text === '' ? null : Number(text)
          if (score !== card.inspectionScore) void save(() => ({ inspectionScore: score }))
        }}
      />
      <KeptText
        label="Notes of the analyst"
        description="The agency alone reads them."
        maxLength={4000}
        readOnly={!open}
        place={`card/${card.afsReportCardId}/notes`}
        value={card.notes}
        keep={(notes, over) =>
          save((latest) => {
            over(latest.notes)
            return { notes }
          })
        }
      />
    </div>
  )
}

/** A card on an older checklist can be moved to the one of today. */
function OldTemplate({
  view: { card, currentTemplate, open },
  write,
}: {
  view: CardView
  write: CardWriting['write']
}) {
  if (!open || card.templateVersion >= currentTemplate) return null
  const move = () =>
    write(() => ask(updateTemplate, { body: { afsReportCardId: card.afsReportCardId, version: card.version } }))
  return (
    <p className={styles.words}>
      This card uses the checklist of years before {currentTemplate}.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void move()}>
        Move to the {currentTemplate} checklist; every answer stays
      </Button>
    </p>
  )
}
