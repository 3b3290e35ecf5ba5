import type { QueryKey } from '@tanstack/react-query'
import { useNumericParams } from '#kernel/web/hooks.ts'
import { queryOf, useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getByCompany, getByOwnerManaged } from '../model/calls.ts'
import { RequestForm } from './RequestForm.tsx'
import { RequestView } from './RequestView.tsx'
import type { Detail } from './types.ts'

/** The open contact change request of an owner-managed or other property, else of a company: 0 is the caller's own. */
export default function ContactChangeRequest() {
  const { managementCompanyId, ownerManagedId } = useNumericParams('managementCompanyId', 'ownerManagedId')
  return ownerManagedId > 0 ? (
    <OfProperty ownerManagedId={ownerManagedId} />
  ) : (
    <OfCompany managementCompanyId={managementCompanyId} />
  )
}

function OfCompany(params: { managementCompanyId: number }) {
  const back = { label: 'Contacts', to: '/ManagementContacts' }
  return (
    <Open detail={useCall(getByCompany, { params })} query={queryOf(getByCompany, { params }).queryKey} back={back} />
  )
}

function OfProperty(params: { ownerManagedId: number }) {
  const detail = useCall(getByOwnerManaged, { params })
  return (
    <Open
      detail={detail}
      query={queryOf(getByOwnerManaged, { params }).queryKey}
      back={{ label: detail.subject, to: `/ChangeRequestContactListProperty/${params.ownerManagedId}` }}
    />
  )
}

type Shown = { detail: Detail; query: QueryKey; back: { label: string; to: string } }

function Open({ detail, query, back }: Shown) {
  const readOnly = useReadOnly()
  const { contactChangeRequestId: requestId } = detail
  if (detail.canEdit && !readOnly) return <RequestForm detail={detail} query={query} back={back} />
  if (requestId > 0) return <RequestView key={requestId} detail={detail} back={back} />
  return (
    <Screen title="Contact change request" breadcrumbs={[back]}>
      <EmptyState
        title="No request is open"
        text="Contact changes are asked for by the primary users of the management company."
      />
    </Screen>
  )
}
