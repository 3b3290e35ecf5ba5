import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useFormActions, useFormParts } from './formContext.ts'

/**
 * Asks before unsaved changes are left behind, by a link, the back button, or closing the page.
 * The way to log-in stays open when a draft is kept: a lost session then loses nothing.
 */
export function LeaveGuard({ keepsDraft }: { keepsDraft: boolean }) {
  const { session } = useFormParts()
  const { readOnly, save, saving } = useFormActions()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (readOnly || !session.state.changed || session.state.submitting) return false
    if (keepsDraft && nextLocation.pathname.startsWith('/login')) return false
    return currentLocation.pathname !== nextLocation.pathname
  })

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!readOnly && session.state.changed) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [session, readOnly])

  const stay = () => blocker.reset?.()
  const saveAndLeave = async () => {
    if (await save()) blocker.proceed?.()
    else stay()
  }
  const leave = () => {
    session.abandon()
    blocker.proceed?.()
  }
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
      <Text mb="md">Your last changes are not saved.</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={stay}>
          Stay
        </Button>
        <Button color="red" variant="outline" onClick={leave}>
          Leave without saving
        </Button>
        <Button loading={saving} onClick={saveAndLeave}>
          Save and leave
        </Button>
      </Group>
    </Modal>
  )
}
