import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { OutboxBar } from '#offline/web/index.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { inspectionStatusLabels } from '../../model/rules.ts'
import type { VisitLine } from '../../model/visitCalls.ts'
import { getStatusTone } from '../words.ts'
import { AgencyVisitScreen } from './AgencyVisitScreen.tsx'
import { useDownloads, useVisits } from './useVisit.ts'
import styles from './visit.module.css'

/**
 * The list of visits of today and the next days. The user's own are stored on the device for work without a
 * connection.
 */
export default function Visits() {
  return (
    <AgencyVisitScreen title="Visits">
      <UpcomingVisits />
    </AgencyVisitScreen>
  )
}

function UpcomingVisits() {
  const { visits, storedAt } = useVisits()
  const ownVisits = visits.filter((visit) => visit.mine)
  const otherVisits = visits.filter((visit) => !visit.mine)
  return (
    <Screen title="Visits" breadcrumbs={[{ label: 'Inspections', to: '/inspection/multiNav' }]}>
      <OutboxBar />
      <div className={styles.visit}>
        <Downloads ids={ownVisits.map((visit) => visit.complianceInspectionId)} storedAt={storedAt} />
        {visits.length === 0 && (
          <EmptyState
            title="No visit is due within a week."
            text="Visits are listed here from seven days before they take place."
          />
        )}
        <VisitSection title="Your visits" visits={ownVisits} />
        <VisitSection
          title={ownVisits.length > 0 ? 'Visits of colleagues' : 'Visits of the agency'}
          visits={otherVisits}
        />
      </div>
    </Screen>
  )
}

/** The text on the screen about the encryption of stored visits and its limits. */
const PROTECTION =
  'They are encrypted, and unreadable once you sign out. As long as you are signed in, whoever can unlock this device ' +
  'can open them: lock it with a code, and sign out before you hand it on.'

/** A note on how many of the user's own visits are stored on this device. */
function Downloads({ ids, storedAt }: { ids: readonly number[]; storedAt: number | null }) {
  const downloads = useDownloads(ids)
  if (storedAt !== null)
    return (
      <p
        className={styles.hint}
      >{`As of ${formatDate(new Date(storedAt).toISOString(), 'MM/DD/YYYY h:mm A')}.`}</p>
    )
  if (ids.length === 0) return null
  if (downloads === null) return <p className={styles.hint}>Storing your visits on this device…</p>
  const text = downloads.app
    ? `${downloads.stored} of ${plural(ids.length, 'visit is', 'visits are')} stored on this device and can be opened without a connection.`
    : 'Your visits cannot be stored on this device. Open the portal over https.'
  return (
    <p className={styles.hint}>
      {text}
      {downloads.app && ` ${PROTECTION}`}
    </p>
  )
}

function VisitSection({ title, visits }: { title: string; visits: readonly VisitLine[] }) {
  if (visits.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.rows}>
        {visits.map((visit) => (
          <li key={visit.complianceInspectionId}>
            <Link to={`/inspection/visit/${visit.complianceInspectionId}`} className={styles.row}>
              <span className={styles.day}>{formatDate(visit.scheduledOn, 'M/D/YYYY')}</span>
              <span>
                <b>{visit.propertyName}</b>
                <small>
                  {[visit.place, visit.mine ? null : visit.inspectorName].filter(Boolean).join(' · ')}
                </small>
                <small>{`${visit.looked} of ${plural(visit.units, 'unit', 'units')}, ${plural(visit.findings, 'finding', 'findings')}`}</small>
              </span>
              <Chip color={getStatusTone(visit.statusId)}>{inspectionStatusLabels[visit.statusId]}</Chip>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
