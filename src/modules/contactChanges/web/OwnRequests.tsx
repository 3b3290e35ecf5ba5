import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getCompanyRequests, getPropertyRequests } from '../model/calls.ts'
import { ownColumns, ownPath, ownTabs } from './columns.tsx'

/** The contact changes a company has asked for, for itself and for its properties. */
export default function OwnRequests() {
  const ofCompanies = useCall(getCompanyRequests, { params: { managementCompanyId: 0 } })
  const ofProperties = useCall(getPropertyRequests, { params: { propertyId: 0 } })
  const rows = useMemo(
    () => [...ofCompanies, ...ofProperties].sort((a, b) => b.contactChangeRequestId - a.contactChangeRequestId),
    [ofCompanies, ofProperties],
  )
  return (
    <Screen
      title="Contact changes"
      actions={
        <Button component={Link} to="/ManagementContacts">
          Ask for a change
        </Button>
      }
    >
      <DataTable
        caption="Contact changes asked for"
        rows={rows}
        columns={ownColumns}
        rowKey={(line) => line.contactChangeRequestId}
        to={ownPath}
        tabs={ownTabs}
        csvName="contact-changes"
        empty="No contact change was asked for yet. Begin with the contacts of your company or of a property."
      />
    </Screen>
  )
}
