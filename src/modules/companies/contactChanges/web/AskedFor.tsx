import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { TabProps } from '#kernel/web/module.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { recordsOfProperty } from '#review/web/index.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { requests } from '../model/requests.ts'
import { requestColumns } from './columns.tsx'
import { useAsks } from './useAsks.ts'

const OfProperty = recordsOfProperty({ review: requests, pages: { columns: requestColumns } })

/** Below contacts: where changes of them are asked for, and, at a property, those that were. */
export default function AskedFor({ propertyId }: TabProps['contacts']) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const asks = useAsks(propertyId)
  return (
    <>
      {!readOnly && asks && (propertyId !== null || !agency) && (
        <Group data-noprint>
          <Button component={Link} to={`/ManagementContactChangeRequest/0/${propertyId ?? 0}`}>
            {propertyId === null ? 'Ask for a change of company contacts' : 'Ask for a change'}
          </Button>
        </Group>
      )}
      {propertyId !== null && <OfProperty propertyId={propertyId} />}
    </>
  )
}
