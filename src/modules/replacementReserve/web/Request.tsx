import { useNumericParams } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getNewRequest, getRequest } from '../model/calls.ts'
import { RequestForm } from './RequestForm.tsx'
import { RequestView } from './RequestView.tsx'

/** One request: the form while its company may edit it, else what was filed and what may be done next. */
export default function ReplacementReserveRequest() {
  const { id, projectId } = useNumericParams('id', 'projectId')
  return id === 0 ? <New propertyId={projectId} /> : <Existing requestId={id} />
}

function New({ propertyId }: { propertyId: number }) {
  return <RequestForm detail={useCall(getNewRequest, { params: { propertyId } })} />
}

function Existing({ requestId }: { requestId: number }) {
  const detail = useCall(getRequest, { params: { requestId } })
  const readOnly = useReadOnly()
  return detail.canEdit && !readOnly ? <RequestForm key={requestId} detail={detail} /> : <RequestView detail={detail} />
}
