import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { notifyRefusal } from '#ui/frame/notifyRefusal.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import { changeStatus, getList, sendIneligibleTransferEmail, type VawaLine } from '../model/calls.ts'
import { VawaStatus, vawaStatusLabels } from '../model/entities.ts'
import { requestColumnsWithMonth } from './columns.tsx'
import { Readers } from './Readers.tsx'

/** The screen of requests under the Violence Against Women Act, for people with the right. */
export default function VawaList() {
  const { mayRead, rows, readers, people } = useCall(getList, {})
  return (
    <Screen title="VAWA requests">
      {!mayRead && (
        <EmptyState
          title="Only people who were given the right read these requests"
          text="Two administrators of the agency give it: one proposes a person, another confirms. No one gives it to their own account."
        />
      )}
      {mayRead && rows.length === 0 && (
        <EmptyState title="No requests" text="They are entered with a month of occupancy." />
      )}
      {mayRead && rows.length > 0 && (
        <PlainTable
          caption="VAWA requests"
          rows={rows}
          columns={requestColumnsWithMonth}
          rowKey={(row) => row.vawaRequestId}
          height={420}
        />
      )}
      {mayRead && rows.length > 0 && <p>Requests are entered with their month of occupancy.</p>}
      {mayRead && rows.length > 0 && <RequestSteps rows={rows} />}
      {people && <Readers holders={readers} people={people} />}
    </Screen>
  )
}

const describeRequest = (row: VawaLine): string =>
  `${row.propertyName}, ${row.household ?? `request ${row.vawaRequestId}`}`

/**
 * The agency's actions on a request: mark it reviewed, close it, or mail that the transfer is not eligible.
 */
function RequestSteps({ rows }: { rows: readonly VawaLine[] }) {
  const mayChangeStatus = useMay(changeStatus)
  const confirm = useConfirm()
  const [move, sendMail] = [useSend(changeStatus, { quiet: true }), useSend(sendIneligibleTransferEmail)]
  const [selected, setSelected] = useState<string | null>(null)
  const row = rows.find((row) => String(row.vawaRequestId) === selected)
  if (!mayChangeStatus) return null
  const moveTo = (statusId: number) =>
    row && move({ body: { id: row.vawaRequestId, statusId, version: row.version } }).catch(notifyRefusal)
  const askIneligible = () =>
    row &&
    confirm({
      title: `Transfer of ${describeRequest(row)} is not eligible`,
      text: 'The primary contact of the property is mailed a link to this list, and nothing else.',
      confirmLabel: 'Send the link',
      action: () => sendMail({ params: { requestId: row.vawaRequestId, propertyId: row.propertyId } }),
    })
  return (
    <Group gap="sm" align="end">
      <Select
        label="Request"
        data={rows.map((row) => ({
          value: String(row.vawaRequestId),
          label: `${describeRequest(row)}: ${vawaStatusLabels[row.statusId]}`,
        }))}
        value={selected}
        onChange={setSelected}
        w={380}
      />
      {row && row.statusId !== VawaStatus.REVIEWED && (
        <Button onClick={() => void moveTo(VawaStatus.REVIEWED)}>Mark as reviewed</Button>
      )}
      {row && (row.statusId === VawaStatus.REVIEWED || row.statusId === VawaStatus.INELIGIBLE) && (
        <Button onClick={() => void moveTo(VawaStatus.CLOSED)}>Close</Button>
      )}
      {row && (row.statusId === VawaStatus.NEW || row.statusId === VawaStatus.REVIEWED) && (
        <Button variant="outline" color="red" onClick={() => void askIneligible()}>
          Transfer not eligible…
        </Button>
      )}
    </Group>
  )
}
