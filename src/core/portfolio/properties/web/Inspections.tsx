import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getProjectInspectionComments } from '../model/contentCalls.ts'

const col = columns<Answer<typeof getProjectInspectionComments>[number]>()
const inspectionColumns = [
  col.date('Inspected', (inspection) => inspection.inspectionDate, { width: 120 }),
  col.number('Score', (inspection) => inspection.score, { width: 90 }),
  col.text('As published', (inspection) => inspection.scoreText, { width: 120 }),
  col.text('Comment', (inspection) => inspection.comment, { wrap: true }),
  col.text('Source', (inspection) => inspection.source, { width: 300 }),
]

/** A property's inspections and their scores of 0 to 100, newest first. */
export function Inspections({ propertyId }: { propertyId: number }) {
  const inspections = useCall(getProjectInspectionComments, { params: { propertyId } })
  return (
    <DataTable
      caption="Inspections"
      rows={inspections}
      columns={inspectionColumns}
      rowKey={(inspection) => inspection.propertyInspectionId}
      height="none"
      csvName="inspections"
      empty="No inspections on record."
    />
  )
}
