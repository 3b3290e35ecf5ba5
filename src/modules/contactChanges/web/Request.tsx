import { useSuspenseQuery } from '@tanstack/react-query'
import { useNumericParams } from '#kernel/web/hooks.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FoundRecord } from '#review/web/index.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getByCompany, getByOwnerManaged } from '../model/calls.ts'
import { type Detail, requests } from '../model/requests.ts'
import { pages } from './pages.tsx'

/** The open contact change request of an owner-managed or other property, else of a company: 0 is the caller's own. */
export default function ContactChangeRequest() {
  const { managementCompanyId, ownerManagedId } = useNumericParams('managementCompanyId', 'ownerManagedId')
  return ownerManagedId > 0 ? (
    <OfProperty ownerManagedId={ownerManagedId} />
  ) : (
    <OfCompany managementCompanyId={managementCompanyId} />
  )
}

// Whether one is open changes with the first save: what was read before never counts as fresh.
const staleTime = 0

const OfCompany = (params: { managementCompanyId: number }) => (
  <Open detail={useSuspenseQuery({ ...queryOf(getByCompany, { params }), staleTime }).data} />
)
const OfProperty = (params: { ownerManagedId: number }) => (
  <Open detail={useSuspenseQuery({ ...queryOf(getByOwnerManaged, { params }), staleTime }).data} />
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
