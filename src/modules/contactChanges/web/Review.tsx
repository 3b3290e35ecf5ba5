import { useLocation } from 'react-router'
import { useIsAgency, useNumericParams } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getRequest } from '../model/calls.ts'
import { RequestView } from './RequestView.tsx'

/** One request, side by side with the contacts as they are now, to decide on. Its company reads it here, too. */
export default function ContactChangeReview() {
  const { requestId } = useNumericParams('requestId')
  const agency = useIsAgency()
  const { pathname } = useLocation()
  const detail = useCall(getRequest, { params: { requestId } })
  const queue = pathname.startsWith('/Management')
    ? '/ManagementCompanyContactChangeRequestList'
    : '/ContactChangeRequestList'
  return (
    <RequestView
      key={`${requestId} ${detail.version}`}
      detail={detail}
      back={{ label: 'Contact change requests', to: agency ? queue : '/MCContactChangeList' }}
    />
  )
}
