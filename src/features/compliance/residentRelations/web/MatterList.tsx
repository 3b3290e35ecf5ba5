import { Button, Select } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByProjectIdAndIssueType, getIssueTypes, type MatterLine, matters } from '../model/calls.ts'
import { MatterStatus } from '../model/entities.ts'
import { getReplyDueText } from '../model/rules.ts'
import { describeMatterState, getStateTone } from './words.ts'

const col = columns<MatterLine>()
const getPath = (line: MatterLine) => `/ResidentRelations/${line.propertyId}/${line.residentRelationsId}`
const sharedColumns = [
  col.link('Matter', (line) => line.number, getPath, { width: 90 }),
  col.text('Kind', (line) => line.typeName, { width: 250 }),
  col.text('Unit', (line) => line.unit, { width: 80 }),
  col.date('Received', (line) => line.receivedOn, { width: 105 }),
  col.text('Came by', (line) => line.channel, { width: 95 }),
  col.text('Reply due', getReplyDueText, { width: 180 }),
  col.chip('State', describeMatterState, getStateTone, { width: 190 }),
  col.bool('Life safety', (line) => line.lifeSafety, { width: 100 }),
]
const agencyColumns = [
  col.text('Assigned to', (line) => line.assignedToName, { width: 160 }),
  col.bool('Stays with the agency', (line) => line.confidential, { width: 160 }),
  col.number('Satisfaction', (line) => line.satisfaction, { width: 105 }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Open', match: (line: MatterLine) => line.statusId !== MatterStatus.CLOSED },
  { label: 'With the company', match: (line: MatterLine) => line.statusId === MatterStatus.SENT },
  { label: 'Answered', match: (line: MatterLine) => line.statusId === MatterStatus.ANSWERED },
  { label: dueWords.overdue, match: (line: MatterLine) => line.late },
  { label: 'Closed', match: (line: MatterLine) => line.statusId === MatterStatus.CLOSED },
]

/** The list of residents’ matters of one property, of one kind or of all kinds (0). */
export default function MatterList() {
  const { projectId, issueTypeFilter } = useNumericParams('projectId', 'issueTypeFilter')
  const rows = useCall(getByProjectIdAndIssueType, { params: { projectId, issueTypeId: issueTypeFilter } })
  const kinds = useCall(getIssueTypes, {})
  const agency = useIsAgency()
  const mayLog = useMay(matters.create)
  const navigate = useNavigate()
  const columns = useMemo(() => (agency ? [...sharedColumns, ...agencyColumns] : sharedColumns), [agency])
  const choices = [
    { value: '0', label: 'All kinds' },
    ...kinds.map((kind) => ({ value: String(kind.residentRelationsIssueTypeId), label: kind.name })),
  ]
  return (
    <Screen
      title="Resident relations"
      breadcrumbs={[{ label: 'Resident relations', to: '/ResidentRelationsProjectList' }]}
      actions={
        mayLog && (
          <Button component={Link} to={`/ResidentRelations/${projectId}/0`}>
            Log a matter…
          </Button>
        )
      }
    >
      <Select
        label="Kind"
        data={choices}
        value={String(issueTypeFilter)}
        allowDeselect={false}
        w={320}
        onChange={(kind) => navigate(`/ResidentRelationsList/${projectId}/${kind ?? 0}`)}
      />
      <DataTable
        caption="Residents’ matters"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.residentRelationsId}
        to={getPath}
        tabs={tabs}
        csvName="residents-matters"
        empty="No matter of this kind at this property."
      />
    </Screen>
  )
}
