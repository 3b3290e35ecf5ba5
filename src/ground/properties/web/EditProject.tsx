import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Documents } from '#ground/files/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useHolds, useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { type OwnTab, tabsOn } from '#ui/frame/tabsOn.ts'
import { getProjectWithInclusions } from '../model/calls.ts'
import { Comments } from './Comments.tsx'
import { CompanyHistory } from './CompanyHistory.tsx'
import { Contacts } from './Contacts.tsx'
import { FinancialNotes } from './FinancialNotes.tsx'
import { History } from './History.tsx'
import { IdentityFacts } from './IdentityFacts.tsx'
import { Inspections } from './Inspections.tsx'
import { Panels } from './Panels.tsx'
import { Programme } from './Programme.tsx'
import { PropertyForm } from './PropertyForm.tsx'
import styles from './property.module.css'
import { isSection, sections } from './propertyForm.ts'
import { StatusPanel } from './StatusPanel.tsx'
import type { Detail } from './types.ts'
import { UnitsAndRents } from './UnitsAndRents.tsx'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** `contactTypeIds`: the types of contacts that somebody is named for. */
    property: { propertyId: number; contactTypeIds: readonly number[]; editable: boolean }
  }
}

const LocationMap = lazy(() => import('./LocationMap.tsx'))

/** One property with all that is kept of it; agency writers change it, everyone else reads. */
export default function EditProject() {
  const { propertyId } = useNumericParams('propertyId')
  const detail = useCall(getProjectWithInclusions, { params: { propertyId } })
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const writer = agency && !readOnly
  return (
    <Screen
      title="Property details"
      breadcrumbs={[{ label: 'Properties', to: '/Projects' }]}
      actions={
        writer && (
          <Button component={Link} to={`/NewProject/${propertyId}`} variant="default" size="xs">
            New property like this one
          </Button>
        )
      }
    >
      <Property key={propertyId} detail={detail} writer={writer} />
    </Screen>
  )
}

/** Tabs over the parts of a property; what its own form holds comes first. */
function Property({ detail, writer }: { detail: Detail; writer: boolean }) {
  const agency = useIsAgency()
  const [tab, setTab] = useState('Identity')
  const editable = writer && detail.canEdit
  const { propertyId } = detail
  const contactTypeIds = detail.contacts.map((contact) => contact.contactTypeId)
  const own: OwnTab[] = [
    { label: 'Units and rents', order: 10, content: <UnitsAndRents detail={detail} editable={editable} /> },
    { label: 'Federal types', order: 20, content: <Programme detail={detail} editable={editable} /> },
    { label: 'Contacts', order: 31, content: <Contacts detail={detail} /> },
    { label: 'Documents', order: 40, content: <PropertyDocuments propertyId={propertyId} /> },
    { label: 'Comments', order: 50, content: <Comments propertyId={propertyId} editable={editable} /> },
    { label: 'Inspections', order: 70, content: <Inspections propertyId={propertyId} /> },
    { label: 'Company history', order: 90, content: <CompanyHistory detail={detail} editable={editable} /> },
    { label: 'History', order: 110, content: <History detail={detail} /> },
  ]
  if (agency)
    own.push({ label: 'Financial notes', order: 60, content: <FinancialNotes detail={detail} editable={editable} /> })
  if (writer) own.push({ label: 'Status', order: 100, content: <StatusPanel detail={detail} /> })
  const panels = tabsOn('property', { propertyId, contactTypeIds, editable }, own)
  const section = isSection(tab) ? tab : null
  return (
    <Tabs
      label="Parts of the property"
      tabs={[...Object.keys(sections), ...Object.keys(panels)].map((label) => ({ label }))}
      value={tab}
      onChange={setTab}
    >
      <div hidden={!section} className={styles.panel}>
        {section === 'Identity' && <IdentityFacts detail={detail} />}
        <Suspense fallback={<ScreenSkeleton rows={4} />}>
          <PropertyForm detail={detail} editable={editable} section={section ?? 'Identity'} onSection={setTab} />
        </Suspense>
        {section === 'Location' && (
          <Suspense fallback={<ScreenSkeleton rows={4} />}>
            <LocationMap detail={detail} />
          </Suspense>
        )}
      </div>
      <Panels panels={panels} shown={tab} />
    </Tabs>
  )
}

function PropertyDocuments({ propertyId }: { propertyId: number }) {
  // Who may write all of a property keeps its documents: the agency's writers, super users, holders of Global_Admin.
  const keeps = useHolds('Global_Admin', 'write', propertyId)
  const readOnly = useReadOnly()
  const of = useMemo(() => ({ moduleName: 'Property' as const, moduleId: propertyId, propertyId }), [propertyId])
  return <Documents of={of} editable={keeps && !readOnly} />
}
