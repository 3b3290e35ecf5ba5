import { useCall } from '#kernel/web/queries.ts'
import { Section } from '#ui/frame/Section.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import { getOccupancyRequests } from '../model/calls.ts'
import { requestColumns } from './columns.tsx'
import { RequestDialog } from './RequestDialog.tsx'

/** The requests filed with a month, for people with the right. Renders nothing for others. */
export function MonthRequests({
  projectOccupancyId,
  propertyId,
}: {
  projectOccupancyId: number
  propertyId: number
}) {
  const { mayRead, rows } = useCall(getOccupancyRequests, { params: { id: projectOccupancyId } })
  if (!mayRead) return null
  return (
    <Section title="VAWA requests">
      {rows.length > 0 && (
        <PlainTable
          caption="VAWA requests"
          rows={rows}
          columns={requestColumns}
          rowKey={(row) => row.vawaRequestId}
          height="none"
        />
      )}
      <RequestDialog month={{ projectOccupancyId, propertyId }} />
    </Section>
  )
}
