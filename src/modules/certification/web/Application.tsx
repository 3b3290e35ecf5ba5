import { useNumericParams } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getApplication } from '../model/calls.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { ApplicationView } from './ApplicationView.tsx'

/** One application: the form while its company may edit it, else what was filed and what may be done next. */
export default function Application() {
  const { managementCompanyAssetCertificationId: id } = useNumericParams('managementCompanyAssetCertificationId')
  const detail = useCall(getApplication, { params: { id } })
  const readOnly = useReadOnly()
  return detail.canEdit && !readOnly ? (
    <ApplicationForm key={id} detail={detail} />
  ) : (
    <ApplicationView detail={detail} />
  )
}
