import { Button } from '@mantine/core'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { type VawaLine, vawaRequests } from '../model/calls.ts'
import { VawaStatus } from '../model/entities.ts'
import { RequestDialog } from './RequestDialog.tsx'

/** The buttons of one request: it can be changed until it is closed, and removed until it is reviewed. */
export function RequestActions({ request }: { request: VawaLine }) {
  const mayChange = useMay(vawaRequests.update, request.propertyId)
  if (request.statusId === VawaStatus.CLOSED || !mayChange) return null
  return (
    <>
      <RequestDialog request={request} />
      {request.statusId === VawaStatus.NEW && <Remove request={request} />}
    </>
  )
}

function Remove({ request: { vawaRequestId, propertyName, household } }: { request: VawaLine }) {
  const confirm = useConfirm()
  const remove = useSend(vawaRequests.remove)
  const askFirst = () =>
    confirm({
      title: `Remove the request of ${propertyName}, ${household ?? `request ${vawaRequestId}`}?`,
      text: 'Everything entered with it is deleted. This cannot be undone.',
      confirmLabel: 'Remove',
      danger: true,
      action: () => remove({ params: { id: vawaRequestId } }),
    })
  return (
    <Button size="compact-xs" variant="subtle" color="red" onClick={() => void askFirst()}>
      Remove
    </Button>
  )
}
