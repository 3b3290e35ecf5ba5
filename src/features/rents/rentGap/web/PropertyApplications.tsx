import { PropertyScreen } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { applications, RENT_GAP_MODULE } from '../model/applications.ts'
import { getQualification } from '../model/calls.ts'
import { queueColumns } from './columns.ts'
import { Qualification } from './Qualification.tsx'

/** The list of one property's applications, and whether it qualifies for another. */
export default function PropertyApplications() {
  const params = useNumericParams('propertyId')
  const { qualifies, conditions } = useCall(getQualification, { params })
  return (
    <PropertyScreen
      review={applications}
      {...params}
      moduleId={RENT_GAP_MODULE}
      title="Rent gap assistance"
      columns={queueColumns}
      {...(!qualifies && { begins: 'New application, as an exception' })}
    >
      <Qualification conditions={conditions} />
    </PropertyScreen>
  )
}
