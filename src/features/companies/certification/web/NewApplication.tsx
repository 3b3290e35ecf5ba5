import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { openPath } from '#engines/review/model/index.ts'
import { FreshRecord } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { applications } from '../model/applications.ts'
import { getCompanyCertification } from '../model/calls.ts'
import { pages } from './pages.tsx'

/**
 * The screen of a new application, filled with the company's last one. While another is open, it links to
 * that one.
 */
export default function NewApplication() {
  const { managementCompanyId } = useNumericParams('managementCompanyId')
  // The state when the screen was opened. The first save makes this application the open one, which must not
  // replace the form.
  const [companyState] = useState(useCall(getCompanyCertification, { params: { managementCompanyId } }))
  const readOnly = useReadOnly()
  if (companyState?.canStart && !readOnly)
    return <FreshRecord review={applications} pages={pages} ownerId={companyState.managementCompanyId} />
  const open = companyState?.openApplicationId
  return (
    <Screen title="New certification application">
      {open ? (
        <EmptyState
          title="An application of this company is open already."
          text="The next one can be started when that one is decided."
          action={
            <Button
              component={Link}
              to={openPath(applications, { managementCompanyAssetCertificationId: open })}
            >
              Open it
            </Button>
          }
        />
      ) : (
        <EmptyState
          title="You cannot start an application for this company."
          text="Its primary users apply, and the agency on their behalf."
        />
      )}
    </Screen>
  )
}
