import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { PropertyScreen } from '#engines/review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { certifications } from '../model/certifications.ts'
import { pages } from './pages.tsx'

/** The screen of one property's certifications. */
export default function PropertyCertifications() {
  const { projectId } = useNumericParams('projectId')
  return (
    <PropertyScreen
      review={certifications}
      propertyId={projectId}
      moduleId={TaskType.ExhibitZ}
      title="Housing priority certification"
      columns={pages.columns}
      begins="New certification"
    />
  )
}
