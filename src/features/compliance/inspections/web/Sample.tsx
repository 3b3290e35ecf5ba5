import { Button } from '@mantine/core'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import type { InspectionDetail } from '../model/calls.ts'
import { UnitStatus, unitStatusLabels } from '../model/entities.ts'
import { canTakeStep } from '../model/rules.ts'
import { drawSample, recordSampleUnit } from '../model/stepCalls.ts'
import styles from './inspections.module.css'
import { useWrite } from './useWrite.ts'

type Unit = InspectionDetail['units'][number]
type Props = { inspection: InspectionDetail; acts: boolean }

/**
 * The units of the sample in the order of their list positions, each with its state and large buttons for
 * phones.
 */
export function Sample({ inspection, acts }: Props) {
  const { units, statusId, findings } = inspection
  const count = units.filter((unit) => unit.statusId !== UnitStatus.WAITING).length
  const mayRecord = acts && canTakeStep('find', statusId)
  return (
    <>
      <div className={styles.bar}>
        <strong>
          {units.length === 0 ? 'No sample is drawn yet.' : `${count} of ${units.length} units`}
        </strong>
        {acts && canTakeStep('draw', statusId) && <DrawButton inspection={inspection} />}
      </div>
      {inspection.sampleReason && <p>{`Drawn anew: ${inspection.sampleReason}`}</p>}
      <ul className={styles.units}>
        {units.map((unit) => (
          <li key={unit.inspectionUnitId} data-done={unit.statusId !== UnitStatus.WAITING || undefined}>
            <span className={styles.unit}>{unit.unit}</span>
            <UnitWords unit={unit} findings={findings.filter((line) => line.unit === unit.unit).length} />
            {mayRecord && <UnitButtons unit={unit} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function UnitWords({ unit, findings }: { unit: Unit; findings: number }) {
  const labels = [
    unit.bin,
    unit.vacant ? 'vacant' : null,
    unit.substituteForId === null ? null : 'substitute',
    unit.fileToReview ? (unit.fileReviewed ? 'file reviewed' : 'file to review') : null,
    unit.note,
  ].filter(Boolean)
  return (
    <span className={styles.words}>
      <Chip
        color={
          unit.statusId === UnitStatus.LOOKED
            ? 'green'
            : unit.statusId === UnitStatus.NO_ENTRY
              ? 'yellow'
              : 'gray'
        }
      >
        {unitStatusLabels[unit.statusId]}
      </Chip>{' '}
      {labels.join(', ')}
      {findings > 0 && <b>{` ${findings} found`}</b>}
    </span>
  )
}

function DrawButton({ inspection }: { inspection: InspectionDetail }) {
  const write = useWrite()
  const confirm = useConfirm()
  const { complianceInspectionId: id, version, sampleDraws } = inspection
  const draw = (reason?: string) =>
    write(drawSample, { params: { id }, body: { reason, version } }, 'The sample is drawn.')
  const ask = () =>
    void confirm({
      title: 'Draw the sample anew',
      text: 'The draw before is replaced; the reason stays with the inspection.',
      confirmLabel: 'Draw anew',
      reason: { label: 'Reason', required: true },
      action: draw,
    })
  const first = () => void draw().catch((error: Error) => notify(error.message, { kind: 'warning' }))
  return sampleDraws > 0 ? (
    <Button variant="default" onClick={ask}>
      Draw anew…
    </Button>
  ) : (
    <Button onClick={first}>Draw the sample</Button>
  )
}

function UnitButtons({ unit }: { unit: Unit }) {
  const write = useWrite()
  const confirm = useConfirm()
  const { inspectionUnitId: id, fileToReview } = unit
  const recordUnit = (
    body: { statusId: number; note?: string; fileReviewed?: boolean; substitute?: boolean },
    text: string,
  ) => write(recordSampleUnit, { params: { id }, body }, text)
  const markInspected = () =>
    void recordUnit(
      { statusId: UnitStatus.LOOKED, fileReviewed: fileToReview },
      `Unit ${unit.unit} is done.`,
    ).catch((error: Error) => notify(error.message, { kind: 'warning' }))
  const askNobodyHome = () =>
    void confirm({
      title: `Nobody home in unit ${unit.unit}`,
      text: 'Another unit takes its place.',
      confirmLabel: 'Take a substitute',
      reason: { label: 'Reason', required: true },
      action: (note) =>
        recordUnit({ statusId: UnitStatus.NO_ENTRY, note, substitute: true }, 'A substitute is drawn.'),
    })
  if (unit.statusId !== UnitStatus.WAITING) return null
  return (
    <span className={styles.acts}>
      <Button variant="default" onClick={askNobodyHome} aria-label={`Nobody home in unit ${unit.unit}`}>
        Nobody home…
      </Button>
      <Button onClick={markInspected} aria-label={`Unit ${unit.unit} is looked at`}>
        Looked at
      </Button>
    </span>
  )
}
