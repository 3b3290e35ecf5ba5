import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { getPropertyRecords } from '#engines/review/web/index.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { requests } from '../model/requests.ts'
import { requestColumns } from './columns.tsx'
import { useMayRequestChanges } from './useMayRequestChanges.ts'

const PropertyRequestList = getPropertyRecords({ review: requests, pages: { columns: requestColumns } })

/** Below a list of contacts: the button that requests changes, and at a property the existing requests. */
export default function ChangeRequestsTab({ propertyId }: TabProps['contacts']) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const mayRequest = useMayRequestChanges(propertyId)
  return (
    <>
      {!readOnly && mayRequest && (propertyId !== null || !agency) && (
        <Group data-noprint>
          <Button component={Link} to={`/ManagementContactChangeRequest/0/${propertyId ?? 0}`}>
            {propertyId === null ? 'Ask for a change of company contacts' : 'Ask for a change'}
          </Button>
        </Group>
      )}
      {propertyId !== null && <PropertyRequestList propertyId={propertyId} />}
    </>
  )
}
