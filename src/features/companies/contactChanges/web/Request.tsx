import { FoundRecord } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getByCompany, getByOwnerManaged } from '../model/calls.ts'
import { type RequestDetail, requests } from '../model/requests.ts'
import { pages } from './pages.tsx'

/**
 * The screen of the open contact change request of a property (`ownerManagedId`, which may be any property),
 * or else of a company, where 0 is the caller's own.
 */
export default function ContactChangeRequest() {
  const { managementCompanyId, ownerManagedId } = useNumericParams('managementCompanyId', 'ownerManagedId')
  return ownerManagedId > 0 ? (
    <PropertyRequest ownerManagedId={ownerManagedId} />
  ) : (
    <CompanyRequest managementCompanyId={managementCompanyId} />
  )
}

const CompanyRequest = (params: { managementCompanyId: number }) => (
  <OpenRequest detail={useCall(getByCompany, { params })} />
)
const PropertyRequest = (params: { ownerManagedId: number }) => (
  <OpenRequest detail={useCall(getByOwnerManaged, { params })} />
)

function OpenRequest({ detail }: { detail: RequestDetail }) {
  const readOnly = useReadOnly()
  if (detail.contactChangeRequestId > 0 || (detail.canEdit && !readOnly))
    return (
      <FoundRecord
        key={`${detail.propertyId} ${detail.managementCompanyId}`}
        review={requests}
        pages={pages}
        detail={detail}
      />
    )
  return (
    <Screen title="Contact change request" breadcrumbs={[{ label: 'Contacts', to: '/ManagementContacts' }]}>
      <EmptyState
        title="No request is open"
        text="Contact changes are asked for by the primary users of the management company."
      />
    </Screen>
  )
}
