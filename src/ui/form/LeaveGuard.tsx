import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { useFormActions, useFormParts } from './formContext.ts'
import type { FormSession } from './session.ts'
import { createSignal } from './signal.ts'

// The dialog brings Mantine's Modal along; it is fetched after the form that may need it.
const loadDialog = () => import('./LeaveDialog.tsx')
const LeaveDialog = lazy(loadDialog)

/** A form on the screen and whether it keeps a draft. */
interface Guarded {
  session: FormSession
  keepsDraft: boolean
}

let guarded: readonly Guarded[] = []
const guardedChanged = createSignal()

function guard(one: Guarded): () => void {
  guarded = [...guarded, one]
  guardedChanged.fire()
  return () => {
    guarded = guarded.filter((other) => other !== one)
    guardedChanged.fire()
  }
}

const unsaved = () => guarded.filter(({ session }) => session.state.changed && !session.state.submitting)

/**
 * Asks before unsaved changes are left behind, by a link, the back button, or closing the page.
 * The way to log-in stays open when a draft is kept: a lost session then loses nothing.
 */
export function LeaveGuard({ keepsDraft }: { keepsDraft: boolean }) {
  const { session } = useFormParts()
  const { readOnly } = useFormActions()
  const [one] = useState<Guarded>(() => ({ session, keepsDraft }))
  useEffect(() => {
    if (readOnly) return
    return guard(one)
  }, [one, readOnly])
  // A router takes one blocker only: the first form on the screen asks for all of them.
  const first = useSyncExternalStore(
    guardedChanged.on,
    () => guarded[0],
    () => undefined,
  )
  return first === one ? <Blocker /> : null
}

function Blocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const lost = unsaved().filter((one) => !(one.keepsDraft && nextLocation.pathname.startsWith('/login')))
    return lost.length > 0 && currentLocation.pathname !== nextLocation.pathname
  })
  useEffect(() => {
    // Before it is needed: leaving must be possible without a connection, too.
    void loadDialog().catch(() => undefined)
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  if (blocker.state !== 'blocked') return null
  const leave = () => {
    for (const { session } of unsaved()) session.abandon()
    blocker.proceed()
  }
  const saveAndLeave = async () => {
    const saved = await Promise.all(unsaved().map(({ session }) => session.save()))
    if (saved.every(Boolean) && unsaved().length === 0) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Suspense>
      <LeaveDialog
        onStay={blocker.reset}
        onLeave={leave}
        onSave={unsaved().every(({ session }) => session.canSave()) ? saveAndLeave : undefined}
      />
    </Suspense>
  )
}
