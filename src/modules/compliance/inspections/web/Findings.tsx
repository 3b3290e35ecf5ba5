import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import type { FoundLine, InspectionDetail } from '../model/calls.ts'
import { placeOf } from '../model/letterTexts.ts'
import { FoundStatus, mayStep, severityLabels } from '../model/rules.ts'
import { acceptFinding, askAgain } from '../model/stepCalls.ts'
import { AddFinding, Answer, Extend } from './FindingActs.tsx'
import styles from './inspections.module.css'
import { Photos } from './Photos.tsx'
import { useWrite } from './useWrite.ts'
import { severityTone, waitsTone } from './words.ts'

type Of = { inspection: InspectionDetail; acts: boolean }
const shown = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** What was found: yours first, then the owner’s late ones, those in time, and what is closed; accepted or asked again by key. */
export function Findings({ inspection, acts }: Of) {
  const { findings, statusId } = inspection
  const [at, setAt] = useState(0)
  const chosen = findings[Math.min(at, findings.length - 1)]
  const judges = acts && mayStep('judge', statusId)
  const { accept, ask } = useJudging()
  const judge = (run: (line: FoundLine) => void) => () => chosen && judges && run(chosen)
  useKeys('Findings', [
    { key: 'j', label: 'Next finding', run: () => setAt(Math.min(at + 1, findings.length - 1)) },
    { key: 'k', label: 'Finding before', run: () => setAt(Math.max(at - 1, 0)) },
    { key: 'y', label: 'Accept the answer', run: judge(accept) },
    { key: 'n', label: 'Ask again', run: judge(ask) },
  ])
  return (
    <>
      <div className={styles.bar}>
        <strong>{plural(findings.length, 'finding', 'findings')}</strong>
        {acts && mayStep('find', statusId) && <AddFinding inspection={inspection} />}
      </div>
      {findings.length === 0 && <p>Nothing was found yet.</p>}
      <ul className={styles.findings}>
        {findings.map((line, index) => (
          <li key={line.inspectionFindingId}>
            <button type="button" aria-pressed={line === chosen} onClick={() => setAt(index)}>
              <Head line={line} />
            </button>
            {line === chosen && (
              <Chosen inspection={inspection} line={line} judges={judges} acts={acts} {...{ accept, ask }} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function useJudging() {
  const write = useWrite()
  const confirm = useConfirm()
  const accept = (line: FoundLine) =>
    void write(
      acceptFinding,
      { params: { id: line.inspectionFindingId }, body: { version: line.version } },
      `Finding ${line.number} is closed.`,
    ).catch((error: Error) => notify(error.message, { kind: 'warning' }))
  const ask = (line: FoundLine) =>
    void confirm({
      title: `Ask again about finding ${line.number}`,
      confirmLabel: 'Ask again',
      reason: { label: 'What is missing', required: true },
      action: (reason) =>
        write(
          askAgain,
          { params: { id: line.inspectionFindingId }, body: { reason, version: line.version } },
          'The finding waits for the owner again.',
        ),
    })
  return { accept, ask }
}

const Head = ({ line }: { line: FoundLine }) => (
  <>
    <span className={styles.number}>{line.number}</span>
    <span>
      <b>{placeOf(line)}</b>
      <br />
      {line.description}
    </span>
    <Chip color={severityTone(line.severity)}>{severityLabels[line.severity]}</Chip>
    <span>{line.category8823 === null ? '' : `11${line.category8823}`}</span>
    <span>{line.cureBy === null ? '' : `by ${shown(line.cureBy)}`}</span>
    <Chip color={waitsTone(line.waitsFor)}>{line.waitsFor}</Chip>
  </>
)

type Judging = { accept: (line: FoundLine) => void; ask: (line: FoundLine) => void; judges: boolean }

/** The chosen finding: the owner’s answer, both photos in view, and what can be done. */
function Chosen({ inspection, line, judges, acts, accept, ask }: Of & Judging & { line: FoundLine }) {
  const open = line.statusId !== FoundStatus.CLOSED
  return (
    <div className={styles.chosen}>
      <Photos inspection={inspection} line={line} adds={open && (acts || inspection.mayAnswer)} acts={acts} />
      <dl>
        <Fact label="Standard" value={line.standardCode} />
        <Fact label="BIN" value={line.bin} />
        <Fact label="Answer of the owner" value={answerOf(line)} />
        <Fact label="Asked again" value={line.askedAgain} />
        <Fact
          label="Extended"
          value={line.extensionReason && `from ${shown(line.originalCureBy)}: ${line.extensionReason}`}
        />
        <Fact label="Closed" value={shown(line.closedOn)} />
      </dl>
      <div className={styles.acts}>
        {open && judges && (
          <>
            <Button onClick={() => accept(line)}>Accept</Button>
            {line.statusId === FoundStatus.ANSWERED && (
              <Button variant="default" onClick={() => ask(line)}>
                Ask again…
              </Button>
            )}
            {line.cureBy !== null && <Extend line={line} />}
          </>
        )}
        {open && inspection.mayAnswer && <Answer line={line} />}
      </div>
    </div>
  )
}

const answerOf = ({ response, respondedByName, respondedAt, correctedOn }: FoundLine): string | null =>
  response &&
  [
    response,
    [respondedByName, shown(respondedAt), correctedOn && `corrected ${shown(correctedOn)}`].filter(Boolean).join(', '),
  ].join(' – ')

const Fact = ({ label, value }: { label: string; value: string | null }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ) : null
