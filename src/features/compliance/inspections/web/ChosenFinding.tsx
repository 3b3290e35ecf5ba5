import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import type { InspectionDetail, InspectionFindingLine } from '../model/calls.ts'
import { getInspectionPlace } from '../model/letterTexts.ts'
import { FindingStatus } from '../model/rules.ts'
import { AnswerFinding, ExtendFinding } from './FindingActs.tsx'
import styles from './findings.module.css'
import { Photos } from './Photos.tsx'
import type { FindingActions } from './useFindingActions.ts'

const formatDay = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')
type Props = {
  inspection: InspectionDetail
  acts: boolean
  judging: FindingActions
  line: InspectionFindingLine
}

/** The selected finding with its photos, its facts, the owner’s answer and the possible steps. */
export function SelectedFinding({ ref, inspection, line, judging, acts }: Props & { ref: Ref<HTMLElement> }) {
  const open = line.statusId !== FindingStatus.CLOSED
  return (
    <section ref={ref} tabIndex={-1} className={styles.chosen} aria-label={`Finding ${line.number}`}>
      <h2>
        {`Finding ${line.number}`}{' '}
        <small>{[getInspectionPlace(line), line.bin].filter(Boolean).join(' · ')}</small>
      </h2>
      <Photos inspection={inspection} line={line} adds={open && (acts || inspection.mayAnswer)} acts={acts} />
      <dl>
        <Fact label="What was found" value={line.description} />
        <Fact label="Standard" value={line.standardCode} />
        <Fact label="Answer of the owner" value={getAnswer(line)} />
        <Fact label="Asked again" value={line.askedAgain} />
        <Fact
          label="Extended"
          value={line.extensionReason && `from ${formatDay(line.originalCureBy)}: ${line.extensionReason}`}
        />
        <Fact label="Reminded" value={formatDay(line.remindedOn)} />
        <Fact label="Closed" value={formatDay(line.closedOn)} />
      </dl>
      <div className={styles.acts}>
        <Judge line={line} judging={judging} />
        {open && inspection.mayAnswer && <AnswerFinding line={line} />}
        <Photographs inspection={inspection} acts={acts} open={open} />
      </div>
    </section>
  )
}

/** A link to the visit screen for phones, where photos are taken. */
const Photographs = ({ inspection, acts, open }: Pick<Props, 'inspection' | 'acts'> & { open: boolean }) =>
  acts && open && inspection.reportedOn === null ? (
    <Link to={`/inspection/visit/${inspection.complianceInspectionId}`}>Visit on a phone</Link>
  ) : null

function Judge({ line, judging }: Pick<Props, 'line' | 'judging'>) {
  if (line.statusId === FindingStatus.CLOSED || !judging.mayJudge) return null
  return (
    <>
      {judging.mayAccept(line) && (
        <Button onClick={() => judging.accept(line)} rightSection={<kbd>v</kbd>}>
          {line.statusId === FindingStatus.ANSWERED ? 'Accept' : 'Verify and close…'}
        </Button>
      )}
      {line.openerFault !== null && <p>{line.openerFault}</p>}
      {judging.mayAsk(line) && (
        <Button variant="default" onClick={() => judging.ask(line)} rightSection={<kbd>n</kbd>}>
          Ask again…
        </Button>
      )}
      {judging.mayRemind(line) && (
        <Button variant="default" onClick={() => judging.remind(line)} rightSection={<kbd>r</kbd>}>
          Remind
        </Button>
      )}
      {line.cureBy !== null && <ExtendFinding line={line} />}
    </>
  )
}

const getAnswer = ({
  response,
  respondedByName,
  respondedAt,
  correctedOn,
}: InspectionFindingLine): string | null =>
  response &&
  [
    response,
    [respondedByName, formatDay(respondedAt), correctedOn && `corrected ${formatDay(correctedOn)}`]
      .filter(Boolean)
      .join(', '),
  ].join(' – ')

const Fact = ({ label, value }: { label: string; value: string | null }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ) : null
