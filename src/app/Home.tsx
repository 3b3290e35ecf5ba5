import { useMemo } from 'react'
import { getToDo } from '#ground/tasks/model/index.ts'
import { CalendarAddress, ToDoTable } from '#ground/tasks/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useHolds, useSession } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getPropertyList, getQueue } from '#modules/replacementReserve/model/calls.ts'
import { type Line, requestPath } from '#modules/replacementReserve/web/columns.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'

/** The start of people who run properties: everything that waits for them in one list, and what waits for the agency. */
export default function Home() {
  const { name } = useSession()
  const reserves = useHolds('Replacement_Reserve', 'read')
  const toDos = useCall(getToDo, {})
  return (
    <Screen title={`Welcome, ${name}`}>
      <h2>Waiting for you</h2>
      <ToDoTable
        rows={toDos}
        caption="Waiting for you"
        of="everything"
        empty="Nothing waits for you. What you may do at a property is decided by your company’s administrator."
      />
      {reserves && <Reserves />}
      <CalendarAddress />
    </Screen>
  )
}

const col = columns<Line>()
const sentColumns = [
  col.link('Request', (line) => line.requestNumber, requestPath, { width: 95 }),
  col.text('Property', (line) => line.propertyName, { width: 210 }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId),
    { width: 165 },
  ),
  col.money('Claimed', (line) => line.claimed, { width: 110 }),
  col.date('Submitted', (line) => line.submitted, { width: 110 }),
  col.number('Age in days', (line) => line.ageDays, { width: 90 }),
  col.text('Description', (line) => line.description, { wrap: true }),
]

type Property = Answer<typeof getPropertyList>[number]
const propertyCol = columns<Property>()
const propertyPath = (row: Property): string => `/ReplacementReserveList/${row.propertyId}`
const propertyColumns = [
  propertyCol.link('Property', (row) => row.name, propertyPath, { width: 280 }),
  propertyCol.text('Number', (row) => row.agencyNumber ?? row.lihtcNumber, { width: 120 }),
  propertyCol.text('City', (row) => row.city, { width: 150 }),
  propertyCol.number('Units', (row) => row.units, { total: true, width: 80 }),
  propertyCol.money('Reserve balance', (row) => row.balance, { total: true, width: 150 }),
  propertyCol.money('Per unit', (row) => row.perUnit, { width: 120 }),
  propertyCol.number('Open requests', (row) => row.openRequests, { total: true, width: 125 }),
]

function Reserves() {
  const requests = useCall(getQueue, {})
  const properties = useCall(getPropertyList, {})
  const sent = useMemo(
    () =>
      requests.filter((line) => line.statusId >= RequestStatus.SUBMITTED && line.statusId <= RequestStatus.REVIEWED),
    [requests],
  )
  if (properties.length === 0 && requests.length === 0) return null
  return (
    <>
      <h2>Reserve requests with the agency</h2>
      <DataTable
        caption="Requests with the agency"
        rows={sent}
        columns={sentColumns}
        rowKey={keyOf}
        to={requestPath}
        plain
        height={400}
        empty="The agency has none of your requests to decide."
      />
      <h2>Your properties and their reserves</h2>
      <DataTable
        caption="Your properties"
        rows={properties}
        columns={propertyColumns}
        rowKey={(row) => row.propertyId}
        to={propertyPath}
        csvName="properties"
        height={520}
        empty="None of your properties has a replacement reserve."
      />
    </>
  )
}

const keyOf = (line: Line): number => line.replacementReserveRequestId
