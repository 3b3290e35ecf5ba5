import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Opener } from '#ui/frame/Opener.tsx'
import type { InspectionDetail, InspectionLine } from '../model/calls.ts'
import { areas } from '../model/entities.ts'
import { FindingStatus, InspectionStatus, severityLabels } from '../model/rules.ts'
import styles from './record.module.css'

type Props = { inspection: InspectionDetail; last: InspectionLine | null }
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** The line under the title: day, inspector, reason, sample, findings, owner and score. */
export function RecordLine({ inspection: details, last }: Props) {
  const open = details.findings.filter((line) => line.statusId !== FindingStatus.CLOSED).length
  const facts = [
    { label: 'Visit', value: day(details.visitedOn ?? details.scheduledOn ?? details.plannedMonth) },
    { label: 'Inspector', value: details.inspectorName },
    { label: 'Why', value: details.reason },
    {
      label: 'Sample',
      value: details.sampleSize && `${details.sampleSize} of ${details.lowIncomeUnits} units`,
    },
    { label: 'Findings', value: details.findings.length > 0 && `${details.findings.length}, ${open} open` },
    { label: 'Owner', value: details.ownerName },
  ].filter(({ value }) => value)
  return (
    <div className={styles.line}>
      <Facts facts={facts} line />
      {details.score !== null && <Score inspection={details} last={last} />}
    </div>
  )
}

/**
 * The score as the inspector entered it, with an explanation. The portal does not compute it from the
 * findings.
 */
function Score({ inspection: details, last }: Props) {
  const before = last?.score == null ? '' : ` (${last.visitedOn?.slice(0, 4)}: ${last.score})`
  return (
    <Opener
      label={
        <>
          Score <b>{details.score}</b>
          {before}
        </>
      }
    >
      <p>
        <b>{`${details.score}, ${details.overall.toLowerCase()}`}</b>
        {`; passes from ${details.passFrom}.`}
      </p>
      <p>{`Entered by the inspector at the end of the visit of ${day(details.visitedOn)}${details.standard ? ` from the sheet of ${details.standard}` : ''}. The portal does not work it out.`}</p>
      <ByPlace findings={details.findings} />
    </Opener>
  )
}

/** A table of the number of findings by place and severity. */
function ByPlace({ findings }: Pick<InspectionDetail, 'findings'>) {
  const severities = Object.entries(severityLabels).map(([key, label]) => ({ severity: Number(key), label }))
  const count = (area: string, severity: number) =>
    findings.filter((line) => line.area === area && line.severity === severity).length
  const total = (severity: number) => findings.filter((line) => line.severity === severity).length
  return (
    <table className={styles.score}>
      <caption>Findings behind it, by place and severity</caption>
      <thead>
        <tr>
          <th scope="col">Place</th>
          {severities.map(({ severity, label }) => (
            <th key={severity} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area}>
            <th scope="row">{area}</th>
            {severities.map(({ severity }) => (
              <td key={severity}>{count(area, severity) || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {severities.map(({ severity }) => (
            <td key={severity}>{total(severity)}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** Formats a day with its distance from today: `01/19/2027, 57 days`. */
const withDays = (value: string, today: string): string => {
  const days = daysBetween(today, value)
  const text = days === 1 || days === -1 ? 'day' : 'days'
  return `${day(value)}, ${days < 0 ? `${-days} ${text} ago` : `${days} ${text}`}`
}

/**
 * The facts at the foot of a reported inspection: answers to check, overdue findings, deadlines, and the
 * reasons why it cannot be closed.
 */
export function RecordFoot({ inspection: details }: { inspection: InspectionDetail }) {
  if (details.statusId < InspectionStatus.REPORTED || details.statusId === InspectionStatus.CLOSED)
    return null
  const count = (waits: string) => details.findings.filter((line) => line.waitsFor === waits).length
  const unfiled = details.forms.filter((form) => form.filedOn === null).map((form) => form.fileBy)
  const fileBy = unfiled.toSorted()[0] ?? null
  const facts = [
    { label: 'Answers to check', value: String(count('Agency')) },
    { label: 'Overdue at the owner', value: String(count('Owner, overdue')) },
    { label: 'Cure by', value: details.cureBy && withDays(details.cureBy, details.today) },
    { label: '8823 by', value: fileBy && withDays(fileBy, details.today) },
    { label: 'Close waits for', value: details.openPoints.join(', ') },
  ].filter(({ value }) => value)
  return (
    <footer className={styles.foot} data-noprint>
      <Facts facts={facts} line />
    </footer>
  )
}
