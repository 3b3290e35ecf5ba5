import { dueWords } from '#core/platform/lookups/model/index.ts'
import { Queue } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getProperties } from '../model/calls.ts'
import { getPropertyFormsPath } from '../model/facts.ts'
import { FormsInUse } from './FormsInUse.tsx'
import { Matrix } from './Matrix.tsx'
import { pages, review } from './pages.tsx'

const col = columns<Answer<typeof getProperties>[number]>()
const propertyColumns = [
  col.link(
    'Property',
    (item) => item.propertyName,
    (item) => getPropertyFormsPath(item.propertyId),
    { width: 260 },
  ),
  col.number('Units', (item) => item.units, { width: 75, total: true }),
  col.number('Required', (item) => item.required, { width: 95, total: true }),
  col.number('Lacking', (item) => item.lacking, { width: 95, total: true }),
  col.number(dueWords.overdue, (item) => item.late, { width: 80, total: true }),
  col.number('Rejected', (item) => item.rejected, { width: 95, total: true }),
  col.number('Approved', (item) => item.approved, { width: 95, total: true }),
  col.date('Next due', (item) => item.nextDue, { width: 110 }),
  col.text('Management company', (item) => item.companyName, { width: 240, lesser: true }),
]

const Properties = () => (
  <DataTable
    caption="Properties"
    rows={useCall(getProperties, { params: { userId: 0 } })}
    columns={propertyColumns}
    rowKey={(item) => item.propertyId}
    to={(item) => getPropertyFormsPath(item.propertyId)}
    csvName="compliance-form-properties"
    alphabet={(item) => item.propertyName}
    empty="No property files compliance forms here."
  />
)

/**
 * The screen of compliance forms of all properties: missing forms, counts by property, filed forms, and for
 * the agency the form definitions.
 */
export default function MultiNav() {
  const agency = useIsAgency()
  const queue = <Queue review={review} pages={pages} empty="No compliance form is filed yet." />
  const lacking = { Lacking: <Matrix />, Properties: <Properties /> }
  return (
    <Screen title="Compliance forms">
      <Views
        views={agency ? { Filed: queue, ...lacking, Forms: <FormsInUse /> } : { ...lacking, Filed: queue }}
      />
    </Screen>
  )
}
