import type { ReactNode } from 'react'
import { daysBetween, formatDate, today } from '#kernel/model/dates.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import type { InspectionFindingLine } from '../model/calls.ts'
import { getInspectionPlace } from '../model/letterTexts.ts'
import { FindingStatus, severityLabels } from '../model/rules.ts'
import styles from './findings.module.css'
import { Photo } from './Photos.tsx'
import { getSeverityTone, getWaitsForTone } from './words.ts'

const formatDay = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** A row of the list of findings. On narrow screens, `detail` shows the selected finding below its row. */
export function FindingRow({
  line,
  chosen,
  onChoose,
  detail,
}: {
  line: InspectionFindingLine
  chosen: boolean
  onChoose: () => void
  detail: ReactNode
}) {
  const photos = [line.photosBefore[0], line.photosAfter[0]]
  return (
    <>
      {/* Clicking anywhere in the row activates its button. */}
      <tr data-chosen={chosen || undefined}>
        <td>{line.number}</td>
        <td>
          <button type="button" aria-pressed={chosen} onClick={onChoose} data-print>
            <b>{getInspectionPlace(line)}</b>
            <span>{line.description}</span>
          </button>
        </td>
        <td>
          <Chip color={getSeverityTone(line.severity)}>{severityLabels[line.severity]}</Chip>
        </td>
        <td>{line.category8823 === null ? '–' : `11${line.category8823}`}</td>
        <td>
          <b data-late={line.waitsFor === 'Owner, overdue' || undefined}>{formatDay(line.cureBy) || '–'}</b>
          <small>{cureNote(line)}</small>
        </td>
        <td>
          <span className={styles.answer}>{answerNote(line)}</span>
        </td>
        <td>
          <span className={styles.thumbs}>
            {photos.map((id, index) =>
              id === undefined ? null : <Photo key={id} id={id} alt={index === 0 ? 'Before' : 'After'} />,
            )}
          </span>
        </td>
        <td>
          <Chip color={getWaitsForTone(line.waitsFor)}>{line.waitsFor}</Chip>
        </td>
      </tr>
      {detail && (
        <tr>
          <td colSpan={8}>{detail}</td>
        </tr>
      )}
    </>
  )
}

/** Returns the note below the cure day: accepted, answered, days late, or extended. */
function cureNote(line: InspectionFindingLine): string {
  if (line.closedOn !== null) return `accepted ${formatDay(line.closedOn)}`
  if (line.statusId === FindingStatus.ANSWERED) return `answered ${formatDay(line.respondedAt)}`
  if (line.cureBy === null) return 'counts from the report'
  const late = daysBetween(line.cureBy, today())
  if (late > 0) return `${late} ${late === 1 ? 'day' : 'days'} late`
  return line.extensionReason ? 'extended' : ''
}

const answerNote = ({ response, remindedOn, statusId }: InspectionFindingLine): string =>
  response ??
  (statusId === FindingStatus.CLOSED
    ? ''
    : `No answer yet.${remindedOn ? ` Reminded ${formatDay(remindedOn)}.` : ''}`)
