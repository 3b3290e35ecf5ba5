import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Opener } from '#ui/frame/Opener.tsx'
import type { InspectionDetail, InspectionLine } from '../model/calls.ts'
import { areas } from '../model/entities.ts'
import { FoundStatus, InspectionStatus, severityLabels } from '../model/rules.ts'
import styles from './record.module.css'

type Of = { inspection: InspectionDetail; last: InspectionLine | null }
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** The line under the title: when, who, why, the sample, the score with its parts, and the open points. */
export function RecordLine({ inspection: of, last }: Of) {
  const open = of.findings.filter((line) => line.statusId !== FoundStatus.CLOSED).length
  const facts = [
    { label: 'Visit', value: day(of.visitedOn ?? of.scheduledOn ?? of.plannedMonth) },
    { label: 'Inspector', value: of.inspectorName },
    { label: 'Why', value: of.reason },
    { label: 'Sample', value: of.sampleSize && `${of.sampleSize} of ${of.lowIncomeUnits} units` },
    { label: 'Findings', value: of.findings.length > 0 && `${of.findings.length}, ${open} open` },
    { label: 'Owner', value: of.ownerName },
  ].filter(({ value }) => value)
  return (
    <div className={styles.line}>
      <Facts facts={facts} line />
      {of.score !== null && <Score inspection={of} last={last} />}
    </div>
  )
}

/**
 * The score as the inspector entered it, with its context: no rule of the agency computes it from findings.
 */
function Score({ inspection: of, last }: Of) {
  const before = last?.score == null ? '' : ` (${last.visitedOn?.slice(0, 4)}: ${last.score})`
  return (
    <Opener
      label={
        <>
          Score <b>{of.score}</b>
          {before}
        </>
      }
    >
      <p>
        <b>{`${of.score}, ${of.overall.toLowerCase()}`}</b>
        {`; passes from ${of.passFrom}.`}
      </p>
      <p>{`Entered by the inspector at the end of the visit of ${day(of.visitedOn)}${of.standard ? ` from the sheet of ${of.standard}` : ''}. The portal does not work it out.`}</p>
      <ByPlace findings={of.findings} />
    </Opener>
  )
}

/** How many findings of each severity were made where. */
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

/** `01/19/2027, 57 days` */
const withDays = (value: string, today: string): string => {
  const days = daysBetween(today, value)
  const text = days === 1 || days === -1 ? 'day' : 'days'
  return `${day(value)}, ${days < 0 ? `${-days} ${text} ago` : `${days} ${text}`}`
}

/**
 * What decides at the foot: what waits for whom, until when, and what keeps the inspection from being closed.
 */
export function RecordFoot({ inspection: of }: { inspection: InspectionDetail }) {
  if (of.statusId < InspectionStatus.REPORTED || of.statusId === InspectionStatus.CLOSED) return null
  const count = (waits: string) => of.findings.filter((line) => line.waitsFor === waits).length
  const unfiled = of.forms.filter((form) => form.filedOn === null).map((form) => form.fileBy)
  const fileBy = unfiled.toSorted()[0] ?? null
  const facts = [
    { label: 'Answers to check', value: String(count('Agency')) },
    { label: 'Overdue at the owner', value: String(count('Owner, overdue')) },
    { label: 'Cure by', value: of.cureBy && withDays(of.cureBy, of.today) },
    { label: '8823 by', value: fileBy && withDays(fileBy, of.today) },
    { label: 'Close waits for', value: of.openPoints.join(', ') },
  ].filter(({ value }) => value)
  return (
    <footer className={styles.foot} data-noprint>
      <Facts facts={facts} line />
    </footer>
  )
}
