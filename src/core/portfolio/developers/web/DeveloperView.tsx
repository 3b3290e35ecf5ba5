import { Button } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { formatPhone } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { developers, getDeveloperHistory, getPropertiesOfDeveloper } from '../model/calls.ts'
import { Developer } from '../model/entities.ts'
import { AssignProperty } from './AssignProperty.tsx'
import { DeveloperDialog } from './DeveloperDialog.tsx'
import { DeveloperProperties } from './DeveloperProperties.tsx'

/** The screen of one developer, with its properties and its history. */
export default function DeveloperView() {
  const { developerId } = useNumericParams('developerId')
  if (useIsAgency()) return <DeveloperDetails key={developerId} developerId={developerId} />
  return (
    <Screen title="Developer">
      <AgencyOnly>{null}</AgencyOnly>
    </Screen>
  )
}

function DeveloperDetails({ developerId }: { developerId: number }) {
  const developer = useCall(developers.getOne, { params: { id: developerId } })
  const properties = useCall(getPropertiesOfDeveloper, { params: { developerId } })
  const mayWrite = useMay(developers.update)
  const [dialogKind, setDialogKind] = useState<'edit' | 'assign' | null>(null)
  const presentPropertyIds = useMemo(
    () =>
      new Set(
        properties.filter((property) => property.toDate === null).map((property) => property.propertyId),
      ),
    [properties],
  )
  const close = () => setDialogKind(null)
  const address = [developer.address, developer.city, developer.state, developer.zip]
    .filter(Boolean)
    .join(', ')
  return (
    <Screen
      title={developer.name}
      breadcrumbs={[{ label: 'Developers', to: '/Developer/list' }]}
      actions={
        mayWrite && (
          <>
            <Button variant="default" onClick={() => setDialogKind('edit')}>
              Edit developer
            </Button>
            {developer.active && <Button onClick={() => setDialogKind('assign')}>Assign property</Button>}
          </>
        )
      }
    >
      <Facts
        facts={[
          { label: 'Standing', value: developer.active ? 'Active' : 'Not active' },
          { label: 'Key people', value: developer.contactName },
          { label: 'Address', value: address },
          { label: 'Phone', value: formatPhone(developer.phone) },
          { label: 'E-mail', value: developer.email },
          { label: 'Notes', value: developer.notes, wide: true },
        ]}
      />
      <DeveloperProperties properties={properties} />
      <section aria-label="History">
        <h2>History</h2>
        <Suspense fallback={<ScreenSkeleton rows={3} />}>
          <History developerId={developerId} />
        </Suspense>
      </section>
      {dialogKind === 'edit' && <DeveloperDialog developer={developer} onClose={close} />}
      {dialogKind === 'assign' && (
        <AssignProperty developer={developer} present={presentPropertyIds} onClose={close} />
      )}
    </Screen>
  )
}

const entities = [Developer]

/** The changes of the developer and of its assignments to properties, newest first. */
function History({ developerId }: { developerId: number }) {
  const lines = useCall(getDeveloperHistory, { params: { developerId } })
  const entries = buildTimeline(lines, { entities, whole: true }).map((entry) => {
    const line = lines[Number(entry.id)]
    if (!line?.propertyName) return entry
    return {
      ...entry,
      action: `${line.action === 'insert' ? 'Named for' : 'Taken off'} ${line.propertyName}`,
    }
  })
  return <Timeline entries={entries} />
}
