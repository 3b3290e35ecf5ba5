import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyExhibits } from '../model/calls.ts'
import { formFacts } from '../model/facts.ts'
import { forms } from '../model/forms.ts'
import { getFormPath, propertyFormColumns } from './columns.tsx'
import { pages } from './pages.tsx'

/** The screen of one property's forms: the status of the last period of each, and all filed records. */
export default function PropertyForms() {
  const { projectId: propertyId } = useNumericParams('projectId')
  const params = { propertyId }
  const rows = useCall(getPropertyExhibits, { params })
  const filed = useCall(forms.calls.ofProperty, { params })
  const agency = useIsAgency()
  return (
    <Screen
      title="Compliance forms"
      of={rows[0]?.propertyName}
      breadcrumbs={[{ label: 'Compliance forms', to: formFacts.queue }]}
      actions={
        <Anchor component={Link} to={`/complianceForms/settings/${propertyId}`}>
          {agency ? 'Settings and exceptions' : 'What holds for this property'}
        </Anchor>
      }
    >
      <DataTable
        caption="Forms"
        rows={rows}
        columns={propertyFormColumns}
        rowKey={(line) => line.exhibitId}
        to={getFormPath}
        height="none"
        csvName="compliance-forms"
        empty="No form is in use."
      />
      <h2>Filed</h2>
      <DataTable
        caption="Filed forms"
        rows={filed}
        columns={pages.columns}
        rowKey={(line) => getReviewKey(forms.entity, line)}
        to={(line) => openPath(forms, line)}
        height="none"
        initialSort={{ sortBy: 'Submitted', descending: true }}
        empty="Nothing is filed yet."
      />
    </Screen>
  )
}
