import { Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { parsePath, useBlocker, useLocation, useNavigate } from 'react-router'
import { DialogTypingContext } from '../frame/dialogTyping.ts'
import { later } from '../frame/later.tsx'
import { hearAddresses } from '../frame/typedAddress.ts'
import { useFormActions, useFormParts } from './formContext.ts'
import type { FormSession } from './session.ts'
import { createSignal } from './signal.ts'

// The dialog brings Mantine's Modal along; it is fetched after the form that may need it.
const Dialog = later(async () => (await import('./LeaveDialog.tsx')).default)

/** A form on the screen, whether it keeps a draft, and whether leaving saves it without asking. */
interface Guarded {
  session: FormSession
  keepsDraft: boolean
  savesOnLeave: boolean
}

let guarded: readonly Guarded[] = []
const guardedChanged = createSignal()

function guard(item: Guarded): () => void {
  guarded = [...guarded, item]
  guardedChanged.fire()
  return () => {
    guarded = guarded.filter((other) => other !== item)
    guardedChanged.fire()
  }
}

const unsaved = () => guarded.filter(({ session }) => session.state.changed && !session.state.submitting)

/** Whether something typed on this screen is not saved yet. */
export const hasUnsaved = (): boolean => unsaved().length > 0

/** Saves forms one after the other: they may be parts of one record. Answers whether all were saved. */
async function saveAll(forms: readonly Guarded[]): Promise<boolean> {
  for (const { session } of forms) if (!(await session.save())) return false
  return forms.every(({ session }) => !session.state.changed)
}

const savedByThemselves = () => unsaved().filter(({ savesOnLeave }) => savesOnLeave)

/**
 * Saves the unsaved changes of the forms on this screen that save automatically; returns whether none of them
 * is left unsaved.
 */
export const saveUnsaved = (): Promise<boolean> => saveAll(savedByThemselves())

/**
 * Asks before unsaved changes are left behind, by a link, the back button, a typed address, or closing the
 * page. The way to log-in stays open when a draft is stored: a lost session then loses nothing.
 */
export function LeaveGuard({ keepsDraft, savesOnLeave }: Pick<Guarded, 'keepsDraft' | 'savesOnLeave'>) {
  const { session } = useFormParts()
  const { readOnly } = useFormActions()
  const [guardedForm] = useState<Guarded>(() => ({ session, keepsDraft, savesOnLeave }))
  useEffect(() => {
    if (readOnly) return
    return guard(guardedForm)
  }, [guardedForm, readOnly])
  const sayInDialog = useContext(DialogTypingContext)
  useEffect(() => {
    if (readOnly) return
    return sayInDialog?.({ isUnsaved: () => session.state.changed, giveUp: () => session.abandon() })
  }, [session, readOnly, sayInDialog])
  // A router takes one blocker only: the first form on the screen asks for all of them.
  const first = useSyncExternalStore(
    guardedChanged.on,
    () => guarded[0],
    () => undefined,
  )
  return first === guardedForm ? <Blocker /> : null
}

/** Whether going from one path of the app to another would lose typing. */
const isLost = (from: string, to: string): boolean =>
  from !== to && unsaved().some((guarded) => !(guarded.keepsDraft && /^\/login/i.test(to)))

/**
 * An address that was typed is gone to by the browser itself, and the router can no longer stop it: this goes
 * back before the router hears of it, and there again in the way of a link, which it can.
 */
function useTypedAddress(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    let goal: string | null = null
    const follow = (event: PopStateEvent) => {
      if (goal !== null) {
        event.stopImmediatePropagation()
        const path = goal
        goal = null
        void navigate(path)
        return
      }
      const hash = window.location.hash.slice(1) || '/'
      // History entries of the router have its state: the router blocks there on its own.
      if (event.state !== null || !isLost(pathname, parsePath(hash).pathname ?? '/')) return
      event.stopImmediatePropagation()
      goal = hash
      window.history.back()
    }
    return hearAddresses(follow)
  }, [pathname, navigate])
}

/**
 * Saves on leaving what asks for no word of the person; `failed` where that was not all, and there must be
 * asked.
 */
function useQuietSave(blocker: ReturnType<typeof useBlocker>): { failed: boolean } {
  const [failed, setFailed] = useState(false)
  const latest = useRef(blocker)
  latest.current = blocker
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isBlocked) return setFailed(false)
    if (savedByThemselves().length < unsaved().length) return setFailed(true)
    void saveUnsaved().then((isSaved) => {
      if (isSaved) latest.current.proceed?.()
      else setFailed(true)
    })
  }, [isBlocked])
  return { failed }
}

function Blocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    isLost(currentLocation.pathname, nextLocation.pathname),
  )
  useTypedAddress()
  useEffect(() => {
    // Before it is needed: leaving must be possible without a connection, too.
    Dialog.fetch()
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const refObject = useRef<object | null>(null)
  const savedQuietly = useQuietSave(blocker)
  if (blocker.state !== 'blocked' || !savedQuietly.failed) return null
  const { proceed, reset } = blocker
  // A question is answered once: the router throws at the second click of a double click.
  const answer = (action: () => void) => {
    if (refObject.current === blocker.location) return
    refObject.current = blocker.location
    action()
  }
  const leave = () => {
    for (const { session } of unsaved()) session.abandon()
    answer(proceed)
  }
  const saveAndLeave = async () => answer((await saveAll(unsaved())) && !hasUnsaved() ? proceed : reset)
  return (
    <Suspense>
      <Dialog
        onStay={() => answer(reset)}
        onLeave={leave}
        onSave={unsaved().every(({ session }) => session.canSave()) ? saveAndLeave : undefined}
      />
    </Suspense>
  )
}
