import { useEffect } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { OutboxBar, storeApp } from '#offline/web/index.ts'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import {
  canTakeStep,
  getInspectionPath,
  InspectionStatus,
  inspectionStatusLabels,
} from '../../model/rules.ts'
import { saveVisitFinding } from '../../model/visitCalls.ts'
import { getStatusTone } from '../words.ts'
import { AgencyVisitScreen } from './AgencyVisitScreen.tsx'
import { FindingPage } from './FindingPage.tsx'
import { FinishPage } from './FinishPage.tsx'
import type { DisplayedVisit } from './overlay.ts'
import { RejectedEntries } from './RejectedEntries.tsx'
import { UnitPage } from './UnitPage.tsx'
import { useVisit } from './useVisit.ts'
import { VisitLists } from './VisitLists.tsx'
import styles from './visit.module.css'

/**
 * A visit on a phone or tablet, with or without a connection: the units one by one, findings with photos, and
 * finishing it.
 */
export default function Visit() {
  return (
    <AgencyVisitScreen title="Visit">
      <VisitScreen />
    </AgencyVisitScreen>
  )
}

function VisitScreen() {
  const { inspectionId } = useNumericParams('inspectionId')
  const { visit, base, storedAt, entries } = useVisit(inspectionId)
  const mayWrite = useMay(saveVisitFinding)
  const writes = mayWrite && canTakeStep('find', visit.statusId)
  useEffect(() => {
    if (mayWrite) void storeApp()
  }, [mayWrite])
  return (
    <Screen
      title={visit.number}
      of={visit.propertyName}
      breadcrumbs={[{ label: 'Visits', to: '/inspection/visits' }]}
      chips={<Chip color={getStatusTone(visit.statusId)}>{inspectionStatusLabels[visit.statusId]}</Chip>}
      facts={[
        { label: 'Place', value: visit.place },
        { label: 'Day', value: formatDate(visit.visitedOn ?? visit.scheduledOn, 'MM/DD/YYYY') },
        { label: 'Inspector', value: visit.inspectorName },
        { label: 'Standard', value: visit.standard },
      ]}
    >
      <OutboxBar />
      <div className={styles.visit}>
        {storedAt !== null && (
          <p
            className={styles.hint}
          >{`As of ${formatDate(new Date(storedAt).toISOString(), 'MM/DD/YYYY h:mm A')}.`}</p>
        )}
        <RejectedEntries base={base} entries={entries} />
        <Closed visit={visit} />
        <Page visit={visit} writes={writes} />
      </div>
    </Screen>
  )
}

/** A note why nothing can be entered in this status, with a link to the inspection. */
function Closed({ visit }: { visit: DisplayedVisit }) {
  if (canTakeStep('find', visit.statusId)) return null
  const text =
    visit.statusId === InspectionStatus.PLANNED
      ? 'The notice has not been sent yet. Findings can be entered once it has.'
      : 'The report has been issued. The findings are answered and reviewed in the inspection.'
  return (
    <p className={styles.hint}>
      {text} <a href={`#${getInspectionPath(visit.complianceInspectionId)}`}>Open the inspection</a>
    </p>
  )
}

/** Renders the page that the query parameter `at` names: the lists, a unit, a finding, or the finish. */
function Page({ visit, writes }: { visit: DisplayedVisit; writes: boolean }) {
  const [address, go] = useAddressValue('at', '')
  const space = address.indexOf(' ')
  const [what, name] = space < 0 ? [address, ''] : [address.slice(0, space), address.slice(space + 1)]
  const page = { visit, writes, go }
  const unit = what === 'unit' && visit.units.find((unit) => unit.unit === name)
  if (unit) return <UnitPage key={address} {...page} unit={unit} />
  const finding =
    what === 'finding' &&
    visit.findings.find((finding) => finding.local === name || finding.keys.includes(name))
  if (finding)
    return (
      <FindingPage
        key={address}
        {...page}
        finding={finding}
        place={{ area: finding.area, unit: finding.unit }}
      />
    )
  if (what === 'new' && writes) {
    const [area = 'Unit', ...remaining] = name.split(' ')
    const place = { area: area as 'Unit', unit: remaining.join(' ') || null }
    return <FindingPage key={address} {...page} finding={null} place={place} />
  }
  if (what === 'finish') return <FinishPage {...page} />
  return <VisitLists {...page} />
}

/**
 * The props of every page of a visit. `writes` is true if the user may enter data, and `go` opens another
 * page.
 */
export type PageProps = { visit: DisplayedVisit; writes: boolean; go: (address: string) => void }
