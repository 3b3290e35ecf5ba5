import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { z } from 'zod'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { RequirePropertyAccess } from '#core/portfolio/properties/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import {
  buildings,
  getInspectionStart,
  getPropertySpecificInspectionList,
  type InspectionLine,
  inspections,
} from '../model/calls.ts'
import { PropertyBuilding } from '../model/entities.ts'
import { getInspectionPath, InspectionStatus, inspectionStatusLabels } from '../model/rules.ts'
import { useWrite } from './useWrite.ts'
import { getStatusTone } from './words.ts'

const col = columns<InspectionLine>()
const to = (line: InspectionLine) => getInspectionPath(line.complianceInspectionId)
const inspectionColumns = [
  col.link('Inspection', (line) => line.number, to, { width: 95 }),
  col.text('Type', (line) => line.inspectionType, { width: 100 }),
  col.chip(
    'State',
    (line) => inspectionStatusLabels[line.statusId],
    (line) => getStatusTone(line.statusId),
    { width: 145 },
  ),
  col.date('Visit', (line) => line.visitedOn ?? line.scheduledOn ?? line.plannedMonth, { width: 100 }),
  col.text('Inspector', (line) => line.inspectorName, { width: 160 }),
  col.number('Score', (line) => line.score, { width: 65 }),
  col.number('Findings', (line) => line.findings, { width: 80 }),
  col.number('Open', (line) => line.openFindings, { width: 65 }),
  col.number(dueWords.overdue, (line) => line.lateFindings, { width: 60 }),
  col.number('8823 to file', (line) => line.openForms, { width: 100 }),
  col.date('Report', (line) => line.reportedOn, { width: 100 }),
  col.date('Closed', (line) => line.closedOn, { width: 100 }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Open', match: (line: InspectionLine) => line.statusId !== InspectionStatus.CLOSED },
  { label: 'With open findings', match: (line: InspectionLine) => line.openFindings > 0 },
]

/** The inspections of a property, with its next due visit, its buildings and its earlier scores. */
export default function PropertyInspections() {
  const { projectId } = useNumericParams('projectId')
  return (
    <RequirePropertyAccess propertyId={projectId}>
      <InspectionsScreen propertyId={projectId} />
    </RequirePropertyAccess>
  )
}

function InspectionsScreen({ propertyId }: { propertyId: number }) {
  const rows = useCall(getPropertySpecificInspectionList, { params: { propertyId } })
  const start = useCall(getInspectionStart, { params: { propertyId } })
  const mayCreate = useMay(inspections.create)
  return (
    <Screen
      title="Inspections"
      breadcrumbs={[{ label: 'Inspections', to: '/inspection/multiNav' }]}
      actions={
        mayCreate && (
          <Button component={Link} to={`/inspection/view/create/${propertyId}`}>
            New inspection…
          </Button>
        )
      }
    >
      <Facts
        facts={[
          {
            label: 'Next visit',
            value: start.dueBy ? `by ${formatDate(start.dueBy, 'MM/DD/YYYY')}` : 'not due',
          },
          { label: 'Why', value: [start.label, start.words].filter(Boolean).join(', ') },
          { label: 'Sample', value: `${start.sample} of ${start.lowIncomeUnits} units` },
        ]}
      />
      <DataTable
        caption="Inspections"
        rows={rows}
        columns={inspectionColumns}
        rowKey={(line) => line.complianceInspectionId}
        to={to}
        tabs={tabs}
        height="none"
        csvName="inspections"
        empty="No inspection of this property is in the portal yet."
      />
      <Buildings propertyId={propertyId} rows={start.buildings} />
      <Scores rows={start.scores} />
    </Screen>
  )
}

type InspectionStart = ReturnType<typeof useCall<typeof getInspectionStart>>
const scoreCol = columns<InspectionStart['scores'][number]>()
const scoreColumns = [
  scoreCol.date('Inspected', (row) => row.day, { width: 110 }),
  scoreCol.number('Score', (row) => row.score, { width: 80 }),
  scoreCol.text('As published', (row) => row.scoreText, { width: 120 }),
  scoreCol.text('Source', (row) => row.source, { width: 320 }),
]

const Scores = ({ rows }: { rows: InspectionStart['scores'] }) => (
  <Section title="Scores">
    <DataTable
      caption="Scores"
      rows={rows}
      columns={scoreColumns}
      rowKey={(row) => `${row.day} ${row.source}`}
      height="none"
      plain
      empty="No score is on record."
    />
  </Section>
)

const buildingSchema = PropertyBuilding.row.pick({ bin: true, name: true, units: true, serviceDate: true })

const Field = getField(buildingSchema)

const buildingCol = columns<InspectionStart['buildings'][number]>()
const buildingColumns = [
  buildingCol.text('BIN', (row) => row.bin, { width: 150 }),
  buildingCol.text('Building', (row) => row.name, { width: 160 }),
  buildingCol.number('Units', (row) => row.units, { width: 80 }),
  buildingCol.date('Placed in service', (row) => row.serviceDate, { width: 140 }),
]

function Buildings({ propertyId, rows }: { propertyId: number; rows: InspectionStart['buildings'] }) {
  const write = useWrite()
  const adds = useMay(buildings.create)
  const send = (values: z.output<typeof buildingSchema>) =>
    write(buildings.create, { body: { ...values, propertyId } }, 'The building is added.')
  return (
    <Section
      title="Buildings"
      aside={
        adds && (
          <RecordDialog
            button="Add a building…"
            title="Building"
            save="Add it"
            schema={buildingSchema}
            values={{ bin: '', name: null, units: null, serviceDate: null }}
            send={send}
          >
            <FieldRow>
              <Field name="bin" width={180} />
              <Field name="name" width={180} />
            </FieldRow>
            <FieldRow>
              <Field name="units" width={100} />
              <Field name="serviceDate" width={180} />
            </FieldRow>
          </RecordDialog>
        )
      }
    >
      <DataTable
        caption="Buildings"
        rows={rows}
        columns={buildingColumns}
        rowKey={(row) => row.propertyBuildingId}
        height="none"
        plain
        empty="No building is on record; Form 8823 needs its BIN."
      />
    </Section>
  )
}
