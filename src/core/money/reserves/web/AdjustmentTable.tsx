import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { formatMoney } from '#kernel/model/money.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { confirmAdjustment, refuseAdjustment } from '../model/calls.ts'
import type { AdjustmentLine } from '../model/shapes.ts'
import { ActionButton } from './ActionButton.tsx'
import { adjustmentTones, getAccountPath, useWrite } from './words.ts'

const col = columns<AdjustmentLine>()
const placeColumns = [
  col.link('Property', (line) => line.propertyName, getAccountPath, { width: 210 }),
  col.text('Account', (line) => line.accountName, { width: 170, lesser: true }),
]
const contentColumns = [
  col.chip(
    'State',
    (line) => line.state,
    (line) => adjustmentTones[line.state] ?? 'gray',
    { width: 105 },
  ),
  col.text('Kind', (line) => line.kind, { width: 140 }),
  col.date('Date', (line) => line.entryDate, { width: 105 }),
  col.money('Amount', (line) => line.amount, { width: 120 }),
  col.text(
    'Reason',
    (line) => [line.reason, line.exception && `May overdraw: ${line.exception}.`].filter(Boolean).join(' '),
    { width: 260, wrap: true },
  ),
  col.text('Entered by', (line) => line.enteredByName, { width: 140, lesser: true }),
  col.text('Decided by', (line) => line.decidedByName, { width: 140, lesser: true }),
  col.text('Refused because', (line) => line.comment, { width: 180, lesser: true }),
]

/** The table of adjustments, of one account or of all in scope. The second person decides them here. */
export function AdjustmentTable({
  rows,
  ofAll = false,
}: {
  rows: readonly AdjustmentLine[]
  ofAll?: boolean
}) {
  const readOnly = useReadOnly()
  const renderActions = useRenderActions()
  const canDecide = rows.some((line) => line.canRefuse)
  const columns = useMemo(() => {
    const buttons = col.node('Decide', (line) => renderActions(line), { width: 160 })
    return [...(ofAll ? placeColumns : []), ...(canDecide && !readOnly ? [buttons] : []), ...contentColumns]
  }, [ofAll, canDecide, readOnly, renderActions])
  return (
    <DataTable
      caption="Adjustments"
      rows={rows}
      columns={columns}
      rowKey={(line) => line.reserveAdjustmentId}
      height={ofAll ? 'fill' : 420}
      csvName="reserve-adjustments"
      empty="No adjustment has been entered."
    />
  )
}

function useRenderActions() {
  const confirm = useConfirm()
  const write = useWrite()
  return useMemo(() => {
    const confirmAdjustmentOf = ({ reserveAdjustmentId: id, kind, amount, propertyName }: AdjustmentLine) => {
      const title = `Confirm ${formatMoney(amount)}?`
      const text = `${propertyName}, ${kind.toLowerCase()}: it is posted at once.`
      const action = () => write(confirmAdjustment, { params: { id } }, 'The adjustment is posted.')
      return confirm({ title, text, confirmLabel: 'Confirm and post', action })
    }
    const refuseAdjustmentOf = ({ reserveAdjustmentId: id, canConfirm }: AdjustmentLine) =>
      confirm({
        title: canConfirm ? 'Refuse this adjustment?' : 'Withdraw this adjustment?',
        text: 'Nothing is posted.',
        confirmLabel: canConfirm ? 'Refuse' : 'Withdraw',
        reason: { label: 'Reason', required: true, maxLength: 1000 },
        action: (comment) =>
          write(refuseAdjustment, { params: { id }, body: { comment } }, 'Nothing was posted.'),
      })
    return (line: AdjustmentLine) => {
      const adjustmentLabel = `the ${line.kind.toLowerCase()} of ${line.propertyName}`
      return (
        <Group gap={4} wrap="nowrap">
          {line.canConfirm && (
            <ActionButton word="Confirm" of={adjustmentLabel} run={() => confirmAdjustmentOf(line)} />
          )}
          {line.canRefuse && (
            <ActionButton
              word={line.canConfirm ? 'Refuse' : 'Withdraw'}
              of={adjustmentLabel}
              run={() => refuseAdjustmentOf(line)}
            />
          )}
        </Group>
      )
    }
  }, [confirm, write])
}
