import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { useIsAgency } from '#kernel/web/hooks.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyRequests } from '../model/calls.ts'
import { ownColumns, ownPath, ownTabs, queueColumns } from './columns.tsx'
import { formPath, reviewPath } from './words.ts'

/** Beside contacts: where changes of them are asked for, and, at a property, those that were. */
export default function AskedFor({ propertyId }: TabProps['contacts']) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  return (
    <>
      {!readOnly && (propertyId !== null || !agency) && (
        <Group data-noprint>
          <Button component={Link} to={formPath({ propertyId, managementCompanyId: null })}>
            {propertyId === null ? 'Ask for a change of company contacts' : 'Ask for a change'}
          </Button>
        </Group>
      )}
      {propertyId !== null && <OfProperty propertyId={propertyId} />}
    </>
  )
}

function OfProperty({ propertyId }: { propertyId: number }) {
  const agency = useIsAgency()
  const requests = useCall(getPropertyRequests, { params: { propertyId } })
  return (
    <>
      <h2>Change requests</h2>
      <DataTable
        caption="Contact changes asked for"
        rows={requests}
        columns={agency ? queueColumns : ownColumns}
        rowKey={(line) => line.contactChangeRequestId}
        to={agency ? reviewPath : ownPath}
        tabs={ownTabs}
        height="none"
        csvName="contact-changes"
        empty="No contact change was asked for yet."
      />
    </>
  )
}
