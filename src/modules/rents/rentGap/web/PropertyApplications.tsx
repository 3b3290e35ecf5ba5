import { isOpen } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { PropertyScreen } from '#review/web/index.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { applications, RENT_GAP_MODULE } from '../model/applications.ts'
import { getQualification } from '../model/calls.ts'
import { queueColumns } from './columns.ts'
import { Qualification } from './Qualification.tsx'

/** One property's applications, and whether it qualifies for another, before anything is typed. */
export default function PropertyApplications() {
  const params = useNumericParams('propertyId')
  const agency = useIsAgency()
  const rows = useCall(applications.calls.ofProperty, { params })
  const { qualifies, conditions } = useCall(getQualification, { params })
  const open = rows.some((line) => isOpen(line.statusId))
  return (
    <PropertyScreen
      review={applications}
      {...params}
      moduleId={RENT_GAP_MODULE}
      title="Rent gap assistance"
      columns={queueColumns}
      begins={!open && (qualifies || (agency && 'New application, as an exception'))}
    >
      <Qualification conditions={conditions} />
    </PropertyScreen>
  )
}
