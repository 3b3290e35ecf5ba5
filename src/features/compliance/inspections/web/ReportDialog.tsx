import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LetterSheet } from '#core/correspondence/letters/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import type { InspectionDetail } from '../model/calls.ts'
import { formatCureDay, getInspectionPlace } from '../model/letterTexts.ts'
import { issueReport, previewReport } from '../model/stepCalls.ts'
import styles from './inspections.module.css'
import { useWrite } from './useWrite.ts'

/** Milliseconds to wait after typing before the letter is requested again. */
const PAUSE = 400

type Props = { inspection: InspectionDetail }
type ReportPreview = Answer<typeof previewReport>

/** A button and dialog that issue the report after a preview of its letter, mails and dates. */
export function ReportDialog({ inspection }: Props) {
  const [isOpened, setIsOpened] = useState(false)
  const close = () => setIsOpened(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpened(true)}>
        Issue report…
      </Button>
      <Dialog opened={isOpened} onClose={close} size={1180} title={`Issue report: ${inspection.number}`}>
        {isOpened && <IssueReportForm inspection={inspection} onClose={close} />}
      </Dialog>
    </>
  )
}

/** Returns the input, delayed until the user has paused typing. */
function useDebounced(input: string): string {
  const [debounced, setDebounced] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(input), PAUSE)
    return () => clearTimeout(timer)
  }, [input])
  return debounced
}

/**
 * Loads the preview of the report with the added text, and returns it with the function that issues the
 * report.
 */
function useReportPreview(
  { complianceInspectionId: id, version }: InspectionDetail,
  text: string,
  onDone: () => void,
) {
  const sendChange = useWrite()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<readonly string[]>([])
  const debounced = useDebounced(text)
  const request = { params: { id }, body: { words: debounced.trim() || null, version } }
  const { data, error, isFetching } = useQuery({
    ...buildCallQuery(previewReport, request),
    retry: false,
    gcTime: 0,
  })
  const issue = async () => {
    setBusy(true)
    try {
      await sendChange(issueReport, request, 'The report is issued and mailed.')
      onDone()
    } catch (refused) {
      setProblem(refusalWords(refused))
      setBusy(false)
    }
  }
  const isCurrent = data !== undefined && !isFetching && debounced === text && error === null
  return { data, isCurrent, busy, issue, problem: error ? refusalWords(error) : problem }
}

/** The field for text that is added to the letter, next to a preview of the letter. */
function IssueReportForm({ inspection, onClose }: Props & { onClose: () => void }) {
  const [addedText, setAddedText] = useState('')
  const { data, isCurrent, busy, issue, problem } = useReportPreview(inspection, addedText, onClose)
  return (
    <>
      <div className={styles.issuing}>
        <div>
          {data && <ReportSummary {...data} />}
          <Textarea
            label="Words added to the letter"
            description="Optional"
            maxLength={4000}
            rows={3}
            value={addedText}
            onChange={(event) => setAddedText(event.currentTarget.value)}
          />
          <div role="alert">
            {problem.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
        <section aria-label="Letter" className={styles.letter}>
          {data?.letter ? (
            <LetterSheet letter={data.letter} />
          ) : (
            <p role="status">The letter is being prepared.</p>
          )}
        </section>
      </div>
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} disabled={!isCurrent} onClick={() => void issue()}>
          Issue report
        </Button>
      </div>
    </>
  )
}

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** The days by which findings must be cured and forms filed, and the people who are mailed. */
function ReportSummary({ detail, mails }: ReportPreview) {
  const people = [...new Set(mails.flatMap(({ to }) => to))]
  return (
    <>
      <Facts
        facts={[
          { label: 'Report issued', value: day(detail.reportedOn) },
          { label: 'Time to cure ends', value: day(detail.cureBy) },
        ]}
      />
      <h3>Findings</h3>
      <ul>
        {detail.findings.map((finding) => (
          <li key={finding.number}>
            {finding.number}. {getInspectionPlace(finding)}, {finding.description}: cure by{' '}
            {formatCureDay(finding, detail.reportedOn) || 'no day'}
          </li>
        ))}
      </ul>
      {detail.forms.length > 0 && (
        <p>
          Forms 8823 to file: {detail.forms.length}, by{' '}
          {[...new Set(detail.forms.map((form) => day(form.fileBy)))].join(', ')}.
        </p>
      )}
      <h3>Mails</h3>
      <p>{people.length > 0 ? `A mail goes to ${people.join(', ')}.` : 'Nobody is mailed.'}</p>
    </>
  )
}
