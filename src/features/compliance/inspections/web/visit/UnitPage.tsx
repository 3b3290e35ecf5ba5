import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { notify } from '#kernel/web/notices.ts'
import { describeDeviceError } from '#offline/web/index.ts'
import { UnitStatus, unitStatusLabels } from '../../model/entities.ts'
import { type DisplayedUnit, getSubstitute } from './overlay.ts'
import type { PageProps } from './Visit.tsx'
import { FindingRows } from './VisitLists.tsx'
import styles from './visit.module.css'
import { type UnitOutcome, writeUnitOutcome } from './write.ts'

/** The page of one sampled unit: its findings of this and earlier visits, and the outcome. */
export function UnitPage({ visit, writes, go, unit }: PageProps & { unit: DisplayedUnit }) {
  const findings = visit.findings.filter((finding) => finding.unit === unit.unit)
  const facts = [unit.bin, unit.vacant ? 'vacant' : null, unitStatusLabels[unit.statusId], unit.note]
  return (
    <>
      <PageHead title={`Unit ${unit.unit}`} onBack={() => go('')} />
      <p className={styles.hint}>{facts.filter(Boolean).join(' · ')}</p>
      {unit.before && <p className={styles.hint}>{`Found before: ${unit.before}`}</p>}
      <FindingRows findings={findings} go={go} />
      {writes && (
        <>
          <div className={styles.pair}>
            <Button variant="default" className={styles.big} onClick={() => go(`new Unit ${unit.unit}`)}>
              Add a finding
            </Button>
            <Button variant="default" className={styles.big} onClick={() => go(`new File ${unit.unit}`)}>
              Finding in file
            </Button>
          </div>
          <Outcome visit={visit} go={go} unit={unit} />
        </>
      )}
    </>
  )
}

/** The form that records that a unit was inspected, that its file was reviewed, or that no one was home. */
function Outcome({ visit, go, unit }: Pick<PageProps, 'visit' | 'go'> & { unit: DisplayedUnit }) {
  const [isNobodyHome, setAsks] = useState(false)
  const [file, setFile] = useState(unit.fileReviewed)
  const look = (outcome: Omit<UnitOutcome, 'fileReviewed'>) =>
    void writeUnitOutcome(visit.complianceInspectionId, unit, { ...outcome, fileReviewed: file }).then(
      () => go(''),
      (error: unknown) => notify(describeDeviceError(error), { kind: 'warning' }),
    )
  return (
    <>
      {unit.fileToReview && (
        <Checkbox
          size="lg"
          label="File reviewed"
          checked={file}
          onChange={(event) => setFile(event.currentTarget.checked)}
        />
      )}
      {isNobodyHome ? (
        <NobodyHomeForm substitute={getSubstitute(visit)} onCancel={() => setAsks(false)} onSay={look} />
      ) : (
        <footer className={styles.foot}>
          <Button variant="default" className={styles.big} onClick={() => setAsks(true)}>
            Nobody home…
          </Button>
          <Button
            className={styles.big}
            onClick={() => look({ statusId: UnitStatus.LOOKED, note: unit.note })}
          >
            {`Done with unit ${unit.unit}`}
          </Button>
        </footer>
      )}
    </>
  )
}

type NoEntryOutcome = { statusId: number; note: string; substitute: boolean }

/** Asks why no one opened the door, and whether to inspect a substitute unit. */
function NobodyHomeForm({
  substitute,
  onSay,
  onCancel,
}: {
  substitute: number | null
  onSay: (outcome: NoEntryOutcome) => void
  onCancel: () => void
}) {
  const [note, setNote] = useState('')
  const [takesSubstitute, setTakes] = useState(substitute !== null)
  const [fault, setFault] = useState('')
  const say = () =>
    note.trim() === ''
      ? setFault('Enter why nobody opened the door.')
      : onSay({
          statusId: UnitStatus.NO_ENTRY,
          note: note.trim().replaceAll(/\s+/g, ' ').slice(0, 300),
          substitute: takesSubstitute,
        })
  return (
    <section aria-label="Nobody home" className={styles.card}>
      <Textarea
        label="Reason"
        size="md"
        rows={2}
        value={note}
        error={fault || undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {substitute !== null && (
        <Checkbox
          size="lg"
          label={`Inspect unit ${substitute} instead`}
          checked={takesSubstitute}
          onChange={(event) => setTakes(event.currentTarget.checked)}
        />
      )}
      <div className={styles.pair}>
        <Button variant="default" className={styles.big} onClick={onCancel}>
          Back
        </Button>
        <Button className={styles.big} onClick={say}>
          Nobody home
        </Button>
      </div>
    </section>
  )
}

/** The title of a page of the visit, with a button back to the lists. */
export function PageHead({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <div className={styles.head}>
      <Button variant="default" className={styles.big} onClick={onBack} aria-label="Back to the lists">
        ‹
      </Button>
      <h2>{title}</h2>
    </div>
  )
}
