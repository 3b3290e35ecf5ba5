import { useLocation } from 'react-router'
import { FoundRecord, Record } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getForm } from '../model/calls.ts'
import { getPropertyFormsPath } from '../model/facts.ts'
import { forms } from '../model/forms.ts'
import { pages } from './pages.tsx'

/** The screen of one form of a property for its last period: the form to enter, or the filed record. */
export default function Entry() {
  const { projectId, exhibitId } = useNumericParams('projectId', 'exhibitId')
  const { key } = useLocation()
  return <FormScreen key={key} projectId={projectId} exhibitId={exhibitId} />
}

function FormScreen(params: { projectId: number; exhibitId: number }) {
  const readOnly = useReadOnly()
  const detail = useCall(getForm, { params })
  if (detail.projectExhibitId > 0) return <Record review={forms} pages={pages} id={detail.projectExhibitId} />
  if (detail.canEdit && !readOnly) return <FoundRecord review={forms} pages={pages} detail={detail} />
  return (
    <Screen
      title={`Exhibit ${detail.exhibit.code}`}
      of={detail.subject}
      breadcrumbs={[{ label: 'Compliance forms', to: getPropertyFormsPath(params.projectId) }]}
    >
      <EmptyState
        title={`Nothing is filed for ${detail.period} yet`}
        text="The management company files it."
      />
    </Screen>
  )
}
