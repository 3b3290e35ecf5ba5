import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Documents } from '#core/platform/files/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useHolds, useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { findTab, type OwnTab, tabsOn } from '#ui/frame/tabsOn.ts'
import { getProjectWithInclusions } from '../model/calls.ts'
import { Comments } from './Comments.tsx'
import { CompanyHistory } from './CompanyHistory.tsx'
import { Contacts } from './Contacts.tsx'
import { Details } from './Details.tsx'
import { FinancialNotes } from './FinancialNotes.tsx'
import { History } from './History.tsx'
import { Inspections } from './Inspections.tsx'
import { NewRequest } from './NewRequest.tsx'
import { Overview } from './Overview.tsx'
import { Panels } from './Panels.tsx'
import { PropertySubtitle } from './PropertyHeader.tsx'
import type { PropertyDetail } from './types.ts'
import { UnitsAndRents } from './UnitsAndRents.tsx'
import { useCounts } from './useCounts.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** `contactTypeIds` are the contact types for which the property has a contact. */
    property: { propertyId: number; contactTypeIds: readonly number[]; editable: boolean }
  }
}

const PropertyMessages = lazy(() => import('./PropertyMessages.tsx'))

/** The screen of one property with all its tabs. Agency writers may change it, others only read. */
export default function EditProject() {
  const { propertyId } = useNumericParams('propertyId')
  const detail = useCall(getProjectWithInclusions, { params: { propertyId } })
  return <PropertyScreen key={propertyId} detail={detail} />
}

/** Reads the open tab from the address, where the label of a section also opens its tab. */
function useTab(ownTabs: readonly OwnTab[]): [string, (label: string) => void] {
  const [search, setSearch] = useSearchParams()
  const requestedTab = search.get('tab') ?? OVERVIEW
  const open = (label: string) => setSearch(label === OVERVIEW ? {} : { tab: label })
  return [requestedTab === DETAILS ? DETAILS : (findTab('property', requestedTab, ownTabs) ?? OVERVIEW), open]
}
const OVERVIEW = 'Overview'
const DETAILS = 'Details'

/** The header, the tabs and the details of a property. */
function PropertyScreen({ detail }: { detail: PropertyDetail }) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const writer = agency && !readOnly
  const editable = writer && detail.canEdit
  const { propertyId } = detail
  const propertyTabs = getOwnTabs(detail, { agency, editable })
  const [tab, open] = useTab(propertyTabs)
  const [isWriting, setIsWriting] = useState(false)
  const counts = useCounts(detail)
  const contactTypeIds = detail.contacts.map((contact) => contact.contactTypeId)
  const panels = tabsOn('property', { propertyId, contactTypeIds, editable }, propertyTabs)
  const labels = Object.keys(panels)
  const edit = editable ? 'Edit' : 'All details'
  const [openDetails, openMessages] = [() => open(DETAILS), () => setIsWriting(true)]
  useKeys('Property', [
    ...labels.map((label, index) => ({ key: `${index + 1}`, label, run: () => open(label) })),
    { key: 'e', label: edit, run: openDetails },
    { key: 'm', label: 'Messages', run: openMessages },
  ])
  return (
    <Screen
      title="Property"
      of={detail.name}
      breadcrumbs={[{ label: 'Properties', to: '/Projects' }]}
      banner={<PropertySubtitle detail={detail} />}
      actions={
        <Actions
          propertyId={propertyId}
          writer={writer}
          edit={edit}
          onEdit={openDetails}
          onMessages={openMessages}
        />
      }
    >
      <Tabs
        label="Parts of the property"
        tabs={labels.map((label) => ({ label, ...(counts[label] ? { count: counts[label] } : {}) }))}
        value={tab}
        onChange={open}
      >
        <Panels
          panels={{ ...panels, [DETAILS]: <Details detail={detail} editable={editable} writer={writer} /> }}
          shown={tab}
        />
      </Tabs>
      {isWriting && (
        <Suspense fallback={null}>
          <PropertyMessages propertyId={propertyId} name={detail.name} onClose={() => setIsWriting(false)} />
        </Suspense>
      )}
    </Screen>
  )
}

type ActionProps = {
  propertyId: number
  writer: boolean
  /** The label of the button that opens the details: to edit them or only to read them. */
  edit: string
  onEdit: () => void
  onMessages: () => void
}

function Actions({ propertyId, writer, edit, onEdit, onMessages }: ActionProps) {
  return (
    <>
      <Button variant="default" onClick={onMessages} aria-keyshortcuts="m">
        Messages
      </Button>
      <Button component={Link} to={`/FactSheet/${propertyId}`} variant="default">
        Fact sheet
      </Button>
      <NewRequest propertyId={propertyId} />
      {writer && (
        <Button component={Link} to={`/NewProject/${propertyId}`} variant="default">
          New property like this one
        </Button>
      )}
      <Button variant="default" onClick={onEdit} aria-keyshortcuts="e">
        {edit}
      </Button>
    </>
  )
}

/** The tabs of this module. Other modules declare their own. */
function getOwnTabs(
  detail: PropertyDetail,
  { agency, editable }: { agency: boolean; editable: boolean },
): OwnTab[] {
  const { propertyId } = detail
  const notes = <FinancialNotes detail={detail} editable={editable} />
  return [
    { label: OVERVIEW, order: 0, content: <Overview detail={detail} /> },
    { label: 'Units and rents', order: 10, content: <UnitsAndRents detail={detail} editable={editable} /> },
    ...(agency ? [{ group: 'Money', label: 'Financial notes', order: 25, content: notes }] : []),
    {
      group: 'Inspections',
      label: 'Inspections',
      order: 30,
      content: <Inspections propertyId={propertyId} />,
    },
    { group: 'People', label: 'Contacts', order: 41, content: <Contacts detail={detail} /> },
    { label: 'Documents', order: 60, content: <PropertyDocuments propertyId={propertyId} /> },
    {
      group: 'History',
      label: 'Comments',
      order: 70,
      content: <Comments propertyId={propertyId} editable={editable} />,
    },
    {
      group: 'History',
      label: 'Company history',
      order: 71,
      content: <CompanyHistory detail={detail} editable={editable} />,
    },
    { group: 'History', label: 'Changes', order: 72, content: <History detail={detail} /> },
  ]
}

function PropertyDocuments({ propertyId }: { propertyId: number }) {
  // Only people who may write everything at the property may change its documents: the agency's writers,
  // super users, and people with Global_Admin.
  const mayEdit = useHolds('Global_Admin', 'write', propertyId)
  const readOnly = useReadOnly()
  const fileOwner = useMemo(
    () => ({ moduleName: 'Property' as const, moduleId: propertyId, propertyId }),
    [propertyId],
  )
  return <Documents of={fileOwner} editable={mayEdit && !readOnly} />
}
