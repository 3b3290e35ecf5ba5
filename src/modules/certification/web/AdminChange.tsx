import { Button, Group, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { changeStatusId } from '../model/calls.ts'
import { EXPIRED, flow, statusLabel } from '../model/flow.ts'
import type { Detail } from './types.ts'

/** The administrator's forced change of status, to where no step leads. Expired is reached by time alone. */
export function AdminChange({ detail }: { detail: Detail }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const open = detail.actions.map((action) => action.to)
  const others = flow.statuses.filter((one) => one !== detail.statusId && one !== EXPIRED && !open.includes(one))
  const [chosen, setChosen] = useState<number | null>(null)
  const status = chosen !== null && others.includes(chosen) ? chosen : others[0]
  if (status === undefined) return null
  const change = async () => {
    const { confirmed, reason } = await confirm({
      title: `Force the status to ${statusLabel(status, null)}?`,
      text: flow.steps.adminChange?.confirm ?? '',
      confirmLabel: 'Force status',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 4000 },
    })
    if (!confirmed) return
    const params = { id: detail.managementCompanyAssetCertificationId, status }
    await ask(changeStatusId, { params, body: { reason, version: detail.version } })
    await client.invalidateQueries({ queryKey: ['managementcompanyassetcertification'] })
    notify('The status is changed.')
  }
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Status to force"
        value={String(status)}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        data={others.map((one) => ({ value: String(one), label: statusLabel(one, null) }))}
      />
      <Button variant="subtle" color="red" onClick={() => void change().catch(() => undefined)}>
        Force status
      </Button>
    </Group>
  )
}
