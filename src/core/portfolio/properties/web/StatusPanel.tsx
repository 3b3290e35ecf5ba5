import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { requestStatusLabel } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { changeStatus, updateDecontrolStatus } from '../model/calls.ts'
import { decontrolFlow, getStatusLabel, statusFlow } from '../model/status.ts'
import styles from './property.module.css'
import type { PropertyDetail } from './types.ts'
import { useWrite } from './useWrite.ts'

type RunAction = (action: Action, reason: string) => Promise<unknown>

/** The status of a property with buttons for the steps that the user may take. */
export function StatusPanel({ detail }: { detail: PropertyDetail }) {
  const write = useWrite()
  const { propertyId, version, actions, decontrolActions } = detail
  const run: RunAction = (action, reason) => {
    const decontrol = decontrolActions.includes(action)
    const text = (decontrol ? decontrolFlow : statusFlow).steps[action.name]?.done ?? 'Done'
    const to = action.to ?? detail.statusId
    return decontrol
      ? write(
          updateDecontrolStatus,
          { params: { propertyId, decontrolStatus: to }, body: { reason, version } },
          text,
        )
      : write(changeStatus, { body: { propertyId, statusId: to, reason, version } }, text)
  }
  const forcedAction = actions.find((action) => action.name === 'adminChange')
  // The administrator's step "Release from control" starts the same decontrol as "Start decontrol".
  const canRelease = actions.some((action) => action.name === 'decontrol')
  const steps = [
    ...actions.filter((action) => action !== forcedAction),
    ...decontrolActions.filter((action) => !(canRelease && action.name === 'start')),
  ]
  return (
    <div className={styles.panel}>
      <Facts
        facts={[
          { label: 'Status', value: detail.statusLabel },
          {
            label: 'Decontrol',
            value: detail.decontrolStatus === null ? '' : requestStatusLabel(detail.decontrolStatus),
          },
          { label: 'Placed in service', value: formatDate(detail.serviceDate, 'MM/DD/YYYY') },
          { label: 'Extended use ends', value: formatDate(detail.extendedUseDate, 'MM/DD/YYYY') },
        ]}
      />
      {steps.length === 0 && !forcedAction && (
        <p className={styles.note}>No step is open to you in this status.</p>
      )}
      <ActionBar actions={steps} run={run} />
      {forcedAction && <ForceStatus key={detail.statusId} detail={detail} action={forcedAction} run={run} />}
    </div>
  )
}

/** Lets an administrator force a status outside the regular steps (ST-24). */
function ForceStatus({ detail, action, run }: { detail: PropertyDetail; action: Action; run: RunAction }) {
  const matchingStatuses = statusFlow.statuses.filter((status) => status !== detail.statusId)
  const [status, setStatus] = useState(matchingStatuses[0] ?? 0)
  const forceAction = { ...action, to: status, label: `Force status: ${getStatusLabel(status)}` }
  return (
    <Group gap="sm" align="start">
      <NativeSelect
        aria-label="Status to force"
        value={String(status)}
        onChange={(event) => setStatus(Number(event.currentTarget.value))}
        data={matchingStatuses.map((number) => ({ value: String(number), label: getStatusLabel(number) }))}
      />
      <ActionBar actions={[forceAction]} run={run} label="Force a status" />
    </Group>
  )
}
