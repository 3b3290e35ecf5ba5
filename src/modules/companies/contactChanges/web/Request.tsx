import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FoundRecord } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getByCompany, getByOwnerManaged } from '../model/calls.ts'
import { type Detail, requests } from '../model/requests.ts'
import { pages } from './pages.tsx'

/**
 * The open contact change request of an owner-managed or other property, else of a company: 0 is the caller's
 * own.
 */
export default function ContactChangeRequest() {
  const { managementCompanyId, ownerManagedId } = useNumericParams('managementCompanyId', 'ownerManagedId')
  return ownerManagedId > 0 ? (
    <OfProperty ownerManagedId={ownerManagedId} />
  ) : (
    <OfCompany managementCompanyId={managementCompanyId} />
  )
}

const OfCompany = (params: { managementCompanyId: number }) => (
  <Open detail={useCall(getByCompany, { params })} />
)
const OfProperty = (params: { ownerManagedId: number }) => (
  <Open detail={useCall(getByOwnerManaged, { params })} />
)

function Open({ detail }: { detail: Detail }) {
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
