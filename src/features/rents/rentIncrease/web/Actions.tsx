import { Button } from '@mantine/core'
import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { requiredText } from '#kernel/model/field.ts'
import { isOpen, RequestStatus } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { forceRequireBudget, hold, removeRiPermissions } from '../model/calls.ts'
import type { Detail } from '../model/increases.ts'

const schema = z.object({ reason: requiredText('Reason', 2000) })

const Field = getField(schema)

const REFRESHED_CALLS = ['rentincrease']

/**
 * The agency's buttons in addition to the steps: hold Schedule II back, require a budget, revoke the right to
 * file.
 */
export function Actions({ detail, refresh }: PartProps<Detail>) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const { isAdmin } = useSession()
  const write = useWrite(REFRESHED_CALLS)
  const writeAtOnce = useWrite(REFRESHED_CALLS, { quiet: false })
  const confirm = useConfirm()
  const { rentIncreaseRequestHeaderId: id, version, statusId, budgetRequired, propertyId } = detail
  if (!agency || readOnly) return null
  const toggleBudgetRequired = async () => {
    const text = budgetRequired ? 'A budget is no longer required.' : 'A budget is required.'
    const body = { required: !budgetRequired, version }
    await writeAtOnce(forceRequireBudget, { params: { headerId: id }, body }, text)
    await refresh()
  }
  const confirmRevoking = () =>
    confirm({
      title: 'Revoke the right to file rent increases?',
      text: 'Users of this property can then read its rent increases, but not file new ones. The company’s administrators can give the right again.',
      confirmLabel: 'Revoke',
      danger: true,
      action: () =>
        write(removeRiPermissions, { params: { projectId: propertyId } }, 'The right is revoked.'),
    })
  return (
    <>
      {(statusId === RequestStatus.UNDER_REVIEW || statusId === RequestStatus.REVIEWED) && (
        <HoldButton detail={detail} refresh={refresh} />
      )}
      {isOpen(statusId) && (
        <Button variant="default" onClick={() => void toggleBudgetRequired().catch(() => undefined)}>
          {budgetRequired ? 'No longer require a budget' : 'Require a budget'}
        </Button>
      )}
      {statusId === RequestStatus.APPROVED && isAdmin && (
        <Button variant="default" onClick={() => void confirmRevoking()}>
          Revoke the right to file
        </Button>
      )}
    </>
  )
}

/** The button and dialog that put the request on hold with a reason, or release it. */
function HoldButton({ detail, refresh }: PartProps<Detail>) {
  const write = useWrite(REFRESHED_CALLS)
  const { rentIncreaseRequestHeaderId: id, version, onHold } = detail
  return (
    <RecordDialog
      button={onHold ? 'Release from hold' : 'Hold'}
      title={onHold ? 'Release from hold' : 'Hold Schedule II back'}
      save={onHold ? 'Release it' : 'Hold it'}
      schema={schema}
      values={{ reason: '' }}
      send={async ({ reason }) => {
        const text = onHold ? 'The request is released.' : 'The request is on hold.'
        await write(hold, { body: { id, onHold: !onHold, reason, version } }, text)
        await refresh()
      }}
    >
      <Field name="reason" kind="longText" rows={3} help="The company is mailed it." />
    </RecordDialog>
  )
}
