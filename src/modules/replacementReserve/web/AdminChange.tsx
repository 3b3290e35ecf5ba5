import { Button, Group, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { flow, statusLabel } from '../model/flow.ts'
import { adminChangeStatus } from '../model/stepCalls.ts'
import type { Detail } from './types.ts'

/** The administrator's forced change of status. */
export function AdminChange({ detail }: { detail: Detail }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const others = flow.statuses.filter((status) => status !== detail.statusId)
  const [status, setStatus] = useState(others[0] ?? 1)
  const change = async () => {
    const { confirmed, reason } = await confirm({
      title: `Force the status to ${statusLabel(status, null)}?`,
      text: flow.steps.adminChange?.confirm ?? '',
      confirmLabel: 'Force status',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 4000 },
    })
    if (!confirmed) return
    await ask(adminChangeStatus, {
      params: { requestId: detail.replacementReserveRequestId, status },
      query: { reason },
    })
    await client.invalidateQueries({ queryKey: ['replacementreserve'] })
    notify('The status is changed.')
  }
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Status to force"
        value={String(status)}
        onChange={(event) => setStatus(Number(event.currentTarget.value))}
        data={others.map((one) => ({ value: String(one), label: statusLabel(one, null) }))}
      />
      <Button variant="subtle" color="red" onClick={() => void change().catch(() => undefined)}>
        Force status
      </Button>
    </Group>
  )
}
