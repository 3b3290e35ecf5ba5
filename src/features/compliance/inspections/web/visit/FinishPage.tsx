import { Button, NumberInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatDate, today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { describeDeviceError } from '#offline/web/index.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { UnitStatus } from '../../model/entities.ts'
import { describeSampleProgress, isScoreDue } from '../../model/finishing.ts'
import { severityLabels } from '../../model/rules.ts'
import { getSeverityTone } from '../words.ts'
import { isFinishable } from './finishable.ts'
import type { DisplayedVisit } from './overlay.ts'
import { PageHead } from './UnitPage.tsx'
import type { PageProps } from './Visit.tsx'
import styles from './visit.module.css'
import { writeFinish } from './write.ts'

/**
 * The page that finishes a visit: units not inspected yet, blurred photos, number of findings, score and
 * comments.
 */
export function FinishPage({ visit, writes, go }: PageProps) {
  const open = writes && isFinishable(visit)
  const text = visit.finishing
    ? 'The visit is finished on this device.'
    : 'The visit is finished. The report comes next.'
  return (
    <>
      <PageHead title="Finish the visit" onBack={() => go('')} />
      {visit.last && (
        <p className={styles.hint}>
          {`Last visit: ${visit.last.score ?? 'no score'} on ${formatDate(visit.last.day, 'MM/DD/YYYY')}. Passing score: ${visit.passFrom}.`}
        </p>
      )}
      <UnitsNotInspected visit={visit} go={go} />
      <BlurredPhotos visit={visit} go={go} />
      <FindingCounts visit={visit} />
      {open ? <FinishForm visit={visit} go={go} /> : <p className={styles.hint}>{text}</p>}
    </>
  )
}

const toNumberOrNull = (value: number | string) => (value === '' ? null : Number(value))

function FinishForm({ visit, go }: Pick<PageProps, 'visit' | 'go'>) {
  const [score, setScore] = useState<number | string>(visit.score ?? '')
  const [buildings, setBuildings] = useState<number | string>(visit.buildingsLookedAt ?? '')
  const [comments, setComments] = useState(visit.comments ?? '')
  const [fault, setFault] = useState('')
  const finish = () => {
    if (score === '' && isScoreDue(visit, visit.units)) return setFault('Enter the score of the visit.')
    void writeFinish(visit.complianceInspectionId, {
      visitedOn: today(),
      score: toNumberOrNull(score),
      buildingsLookedAt: toNumberOrNull(buildings),
      comments: comments || null,
    }).then(
      () => go(''),
      (error: unknown) => notify(describeDeviceError(error), { kind: 'warning' }),
    )
  }
  const box = { size: 'md', min: 0, hideControls: true } as const
  return (
    <>
      <fieldset className={styles.fields}>
        <NumberInput
          label="Score"
          {...box}
          max={100}
          value={score}
          error={fault || undefined}
          onChange={(value) => {
            setScore(value)
            setFault('')
          }}
        />
        <NumberInput
          label="Buildings looked at"
          {...box}
          max={1000}
          value={buildings}
          onChange={setBuildings}
        />
        <Textarea
          label="Comments for the report"
          size="md"
          rows={3}
          maxLength={4000}
          value={comments}
          onChange={(event) => setComments(event.currentTarget.value)}
        />
      </fieldset>
      <footer className={styles.foot}>
        <Button className={styles.big} fullWidth onClick={finish}>
          Finish visit
        </Button>
      </footer>
    </>
  )
}

/** The units not inspected yet, with a button to each. */
function UnitsNotInspected({ visit, go }: { visit: DisplayedVisit; go: PageProps['go'] }) {
  const units = visit.units.filter((unit) => unit.statusId === UnitStatus.WAITING)
  const files = visit.units.filter(
    (unit) => unit.fileToReview && !unit.fileReviewed && unit.statusId !== UnitStatus.NO_ENTRY,
  )
  return (
    <section aria-label="Not inspected">
      <p>
        <b>{describeSampleProgress(visit.units)}</b>
        {files.length > 0 && ` ${plural(files.length, 'file has', 'files have')} not been reviewed.`}
      </p>
      <div className={styles.pair}>
        {units.slice(0, 12).map((unit) => (
          <Button
            key={unit.unit}
            variant="default"
            className={styles.big}
            onClick={() => go(`unit ${unit.unit}`)}
          >
            {`Unit ${unit.unit}`}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** Findings with blurred photos on this device, with a button to each. */
function BlurredPhotos({ visit, go }: { visit: DisplayedVisit; go: PageProps['go'] }) {
  const matchingFindings = visit.findings.filter((finding) => finding.waiting.some((entry) => entry.doubt))
  if (matchingFindings.length === 0) return null
  return (
    <section aria-label="Blurred photos">
      <p>
        <b>{`${plural(matchingFindings.length, 'finding has', 'findings have')} a blurred photo`}</b>. Take it
        again, or leave it as it is.
      </p>
      <div className={styles.pair}>
        {matchingFindings.map((shownFinding) => (
          <Button
            key={shownFinding.local}
            variant="default"
            className={styles.big}
            onClick={() => go(`finding ${shownFinding.local}`)}
          >
            {[shownFinding.area, shownFinding.unit].filter(Boolean).join(' ')}
          </Button>
        ))}
      </div>
    </section>
  )
}

function FindingCounts({ visit: { findings } }: { visit: DisplayedVisit }) {
  const counts = Object.entries(severityLabels).map(([severity, label]) => ({
    severity: Number(severity),
    label,
    count: findings.filter((finding) => finding.severity === Number(severity)).length,
  }))
  return (
    <section aria-label="Findings by severity" className={styles.found}>
      {counts.map(({ severity, label, count }) => (
        <span key={severity}>
          <Chip color={getSeverityTone(severity)}>{label}</Chip> {count}
        </span>
      ))}
    </section>
  )
}
