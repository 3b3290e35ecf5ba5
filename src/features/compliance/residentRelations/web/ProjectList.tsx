import { dueWords } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getProjectList, type ProjectLine, readers } from '../model/calls.ts'
import { Readers } from './Readers.tsx'

const col = columns<ProjectLine>()
const propertyColumns = [
  col.link(
    'Property',
    (line) => [line.propertyName, line.city].filter(Boolean).join(', '),
    (line) => `/ResidentRelationsList/${line.propertyId}`,
    { width: 300 },
  ),
  col.number('Open', (line) => line.open, { width: 80 }),
  col.number(dueWords.overdue, (line) => line.late, { width: 80 }),
  col.number('Life safety', (line) => line.lifeSafety, { width: 100 }),
  col.number('All', (line) => line.total, { width: 80 }),
  col.date('Last received', (line) => line.lastReceived, { width: 120 }),
  col.text('Management company', (line) => line.managementCompanyName, { width: 260 }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Open', match: (line: ProjectLine) => line.open > 0 },
  { label: dueWords.overdue, match: (line: ProjectLine) => line.late > 0 },
]

/**
 * The list of properties with residents' matters, and for the agency the people who may read residents'
 * names.
 */
export default function ProjectList() {
  const rows = useCall(getProjectList, {})
  const agency = useIsAgency()
  const mayGrant = useMay(readers.create)
  return (
    <Screen title="Resident relations">
      <DataTable
        caption="Properties with residents’ matters"
        rows={rows}
        columns={propertyColumns}
        rowKey={(line) => line.propertyId}
        to={(line) => `/ResidentRelationsList/${line.propertyId}`}
        tabs={tabs}
        alphabet={(line) => line.propertyName}
        csvName="resident-relations"
        empty={
          agency
            ? 'No resident’s matter was logged. It is logged at its property.'
            : 'The agency has not asked about your residents.'
        }
      />
      {agency && <Readers gives={mayGrant} />}
    </Screen>
  )
}
