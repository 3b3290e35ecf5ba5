import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** Asks before unsaved changes of a screen without a form are left behind. */
export function useLeaveQuestion(changed: boolean): void {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changed && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const question = {
      title: 'Leave without saving?',
      text: 'What you changed here is lost.',
      confirmLabel: 'Leave',
    }
    let current = true
    void confirm({ ...question, danger: true }).then(({ confirmed }) => {
      if (current) confirmed ? blocker.proceed() : blocker.reset()
    })
    return () => {
      current = false
    }
  }, [blocker, confirm])
  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])
}
