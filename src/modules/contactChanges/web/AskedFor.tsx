import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { useIsAgency } from '#kernel/web/hooks.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { RecordTable } from '#review/web/index.ts'
import { requests } from '../model/requests.ts'
import { requestColumns } from './columns.tsx'

/** Below contacts: where changes of them are asked for, and, at a property, those that were. */
export default function AskedFor({ propertyId }: TabProps['contacts']) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  return (
    <>
      {!readOnly && (propertyId !== null || !agency) && (
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

function OfProperty({ propertyId }: { propertyId: number }) {
  const rows = useCall(requests.calls.ofProperty, { params: { propertyId } })
  return (
    <>
      <h2>Change requests</h2>
      <RecordTable
        review={requests}
        columns={requestColumns}
        rows={rows}
        caption="Contact changes asked for"
        height="none"
        empty="No contact change was asked for yet."
      />
    </>
  )
}
