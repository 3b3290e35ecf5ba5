import { Button, NumberInput } from '@mantine/core'
import { Link } from 'react-router'
import { isOpen, RequestStatus } from '#kernel/model/status.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getByAfsId, updateTemplate } from '../model/calls.ts'
import type { CardView } from '../model/view.ts'
import { useCardHere } from './CardContext.tsx'
import { Checklist } from './Checklist.tsx'
import { CoverageHistory, CoverageLines } from './CoverageHistory.tsx'
import { CustomIncome } from './CustomIncome.tsx'
import { EarlierCards } from './EarlierCards.tsx'
import { Findings } from './Findings.tsx'
import { LetterDraft } from './LetterDraft.tsx'
import { SentLetters } from './OutcomeFacts.tsx'
import { Ratios } from './Ratios.tsx'
import styles from './reportCard.module.css'
import { StoredText } from './StoredText.tsx'
import type { CardWriting } from './useCard.ts'

/** The left pane of a card: ratios, the checklist, and the analyst's entries. */
export function CardMain() {
  const writing = useCardHere()
  const { view, write, save } = writing
  const { card, prior } = view
  return (
    <div className={styles.main}>
      <Ratios view={view} />
      <Checklist writing={writing} />
      <AnalystEntries view={view} save={save} />
      <OldChecklistNotice view={view} write={write} />
      <CustomIncome view={view} write={write} />
      {view.coverage ? (
        <CoverageLines lines={view.coverage} />
      ) : (
        <CoverageHistory propertyId={card.propertyId} />
      )}
      {prior && <Link to={`/afs/review/reportcard/${prior.afsId}`}>Report card {prior.year}</Link>}
    </div>
  )
}

/** The right pane of a card: its findings, the letter of the next decision, and earlier cards and letters. */
export function CardSide() {
  const { view, write, save } = useCardHere()
  const { card, statement } = view
  const { archived, letters } = useCall(getByAfsId, { params: { afsId: card.afsId } })
  const otherRows = archived.filter((item) => item.afsReportCardId !== card.afsReportCardId)
  return (
    <div className={styles.aside}>
      <div id="findings">
        <Findings view={view} write={write} />
      </div>
      {statement.statusId !== RequestStatus.APPROVED && !card.archivedAt && (
        <LetterDraft view={view} save={save} />
      )}
      {isOpen(statement.statusId) && letters.length > 0 && <SentLetters afsId={card.afsId} />}
      {otherRows.length > 0 && <EarlierCards afsId={card.afsId} archived={otherRows} />}
    </div>
  )
}

/** The analyst's entries: the inspection score, and notes that no other person reads. */
function AnalystEntries({ view: { card, open }, save }: { view: CardView; save: CardWriting['save'] }) {
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
      <StoredText
        label="Notes of the analyst"
        description="Read by the agency alone."
        minRows={1}
        maxLength={4000}
        readOnly={!open}
        place={`card/${card.afsReportCardId}/notes`}
        value={card.notes}
        save={(notes, over) =>
          save((latest) => {
            over(latest.notes)
            return { notes }
          })
        }
      />
    </div>
  )
}

/** The notice that a card uses an older checklist, with a button to move to the current one. */
function OldChecklistNotice({
  view: { card, currentTemplate, open },
  write,
}: {
  view: CardView
  write: CardWriting['write']
}) {
  if (!open || card.templateVersion >= currentTemplate) return null
  const move = () =>
    write(() =>
      ask(updateTemplate, { body: { afsReportCardId: card.afsReportCardId, version: card.version } }),
    )
  return (
    <p className={styles.words}>
      This card uses the checklist of years before {currentTemplate}.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void move()}>
        Move to the {currentTemplate} checklist; every answer stays
      </Button>
    </p>
  )
}
