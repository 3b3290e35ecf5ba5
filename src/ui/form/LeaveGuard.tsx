import { Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { parsePath, useBlocker, useLocation, useNavigate } from 'react-router'
import { DialogTypingContext } from '../frame/dialogTyping.ts'
import { later } from '../frame/later.tsx'
import { onAddressChange } from '../frame/typedAddress.ts'
import { useFormActions, useFormParts } from './formContext.ts'
import type { FormSession } from './session.ts'
import { createSignal } from './signal.ts'

// The dialog needs Mantine's Modal, so it is loaded after the form.
const Dialog = later(async () => (await import('./LeaveDialog.tsx')).default)

/** A form on the screen, whether it stores a draft, and whether leaving saves it without asking. */
interface GuardedForm {
  session: FormSession
  keepsDraft: boolean
  savesOnLeave: boolean
}

let guardedForms: readonly GuardedForm[] = []
const guardedChanged = createSignal()

function guard(item: GuardedForm): () => void {
  guardedForms = [...guardedForms, item]
  guardedChanged.fire()
  return () => {
    guardedForms = guardedForms.filter((other) => other !== item)
    guardedChanged.fire()
  }
}

const getUnsavedForms = () =>
  guardedForms.filter(({ session }) => session.state.changed && !session.state.submitting)

/** Whether something typed on this screen is not saved yet. */
export const hasUnsaved = (): boolean => getUnsavedForms().length > 0

/**
 * Saves forms one after the other, because they may be parts of one record. Returns whether all were saved.
 */
async function saveAll(forms: readonly GuardedForm[]): Promise<boolean> {
  for (const { session } of forms) if (!(await session.save())) return false
  return forms.every(({ session }) => !session.state.changed)
}

const getSelfSavingForms = () => getUnsavedForms().filter(({ savesOnLeave }) => savesOnLeave)

/**
 * Saves the unsaved changes of the forms on this screen that save automatically. Returns whether all of them
 * were saved.
 */
export const saveUnsaved = (): Promise<boolean> => saveAll(getSelfSavingForms())

/**
 * Asks before unsaved changes are lost by a link, the back button, a typed address, or closing the page. It
 * does not ask on the way to the sign-in if a draft is stored, because then nothing is lost.
 */
export function LeaveGuard({ keepsDraft, savesOnLeave }: Pick<GuardedForm, 'keepsDraft' | 'savesOnLeave'>) {
  const { session } = useFormParts()
  const { readOnly } = useFormActions()
  const [guardedForm] = useState<GuardedForm>(() => ({ session, keepsDraft, savesOnLeave }))
  useEffect(() => {
    if (readOnly) return
    return guard(guardedForm)
  }, [guardedForm, readOnly])
  const registerInDialog = useContext(DialogTypingContext)
  useEffect(() => {
    if (readOnly) return
    return registerInDialog?.({ isUnsaved: () => session.state.changed, giveUp: () => session.abandon() })
  }, [session, readOnly, registerInDialog])
  // A router has only one blocker, so the first form on the screen asks for all forms.
  const first = useSyncExternalStore(
    guardedChanged.on,
    () => guardedForms[0],
    () => undefined,
  )
  return first === guardedForm ? <Blocker /> : null
}

/** Whether going from one path of the app to another would lose typed changes. */
const losesChanges = (from: string, to: string): boolean =>
  from !== to && getUnsavedForms().some((form) => !(form.keepsDraft && /^\/login/i.test(to)))

/**
 * Guards typed addresses. The browser itself goes to a typed address, and the router cannot stop that. So
 * this goes back before the router notices, and then navigates to the address like a link, which the router
 * can stop.
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
      if (event.state !== null || !losesChanges(pathname, parsePath(hash).pathname ?? '/')) return
      event.stopImmediatePropagation()
      goal = hash
      window.history.back()
    }
    return onAddressChange(follow)
  }, [pathname, navigate])
}

/**
 * Saves the forms that save without asking when the person leaves. `failed` means that changes remain
 * unsaved, so the dialog must ask.
 */
function useQuietSave(blocker: ReturnType<typeof useBlocker>): { failed: boolean } {
  const [failed, setFailed] = useState(false)
  const latest = useRef(blocker)
  latest.current = blocker
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isBlocked) return setFailed(false)
    if (getSelfSavingForms().length < getUnsavedForms().length) return setFailed(true)
    void saveUnsaved().then((isSaved) => {
      if (isSaved) latest.current.proceed?.()
      else setFailed(true)
    })
  }, [isBlocked])
  return { failed }
}

function Blocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    losesChanges(currentLocation.pathname, nextLocation.pathname),
  )
  useTypedAddress()
  useEffect(() => {
    // The dialog is loaded in advance, so that leaving also works without a connection.
    Dialog.fetch()
    const ask = (event: BeforeUnloadEvent) => {
      if (getUnsavedForms().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const answeredLocation = useRef<object | null>(null)
  const savedQuietly = useQuietSave(blocker)
  if (blocker.state !== 'blocked' || !savedQuietly.failed) return null
  const { proceed, reset } = blocker
  // A question is answered once: the router throws at the second click of a double click.
  const answer = (action: () => void) => {
    if (answeredLocation.current === blocker.location) return
    answeredLocation.current = blocker.location
    action()
  }
  const leave = () => {
    for (const { session } of getUnsavedForms()) session.abandon()
    answer(proceed)
  }
  const saveAndLeave = async () =>
    answer((await saveAll(getUnsavedForms())) && !hasUnsaved() ? proceed : reset)
  return (
    <Suspense>
      <Dialog
        onStay={() => answer(reset)}
        onLeave={leave}
        onSave={getUnsavedForms().every(({ session }) => session.canSave()) ? saveAndLeave : undefined}
      />
    </Suspense>
  )
}
