import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** Asks for confirmation before the user leaves a screen without a form that has unsaved changes. */
export function useConfirmLeave(changed: boolean): void {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changed && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const dialog = {
      title: 'Leave without saving?',
      text: 'What you changed here is lost.',
      confirmLabel: 'Leave',
    }
    let isActive = true
    void confirm({ ...dialog, danger: true }).then(({ confirmed }) => {
      if (isActive) confirmed ? blocker.proceed() : blocker.reset()
    })
    return () => {
      isActive = false
    }
  }, [blocker, confirm])
  useEffect(() => {
    if (!changed) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [changed])
}
