import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ConfirmAnswer, ConfirmQuestion } from './confirmQuestion.ts'
import { later } from './later.tsx'
import { returnFocus } from './titleFocus.ts'

export type { ConfirmAnswer, ConfirmQuestion } from './confirmQuestion.ts'

/** Asks the user and waits for the answer. Escape and Cancel result in `confirmed: false`. */
export type Confirm = (question: ConfirmQuestion) => Promise<ConfirmAnswer>

// The dialog needs Mantine's Modal, so it is loaded with the first screen that may ask, and not with the
// first page.
const Dialog = later(async () => (await import('./ConfirmDialog.tsx')).default)

const ConfirmContext = createContext<Confirm | null>(null)

/** Returns the function that asks before an action. Throws outside of {@link ConfirmProvider}. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm stands outside of ConfirmProvider.')
  // The dialog is loaded in advance, so that it also works without a connection.
  useEffect(() => void Dialog.fetch(), [])
  return confirm
}

type OpenQuestion = {
  id: number
  question: ConfirmQuestion
  answer: (answer: ConfirmAnswer) => void
  opener: Element | null
}

/**
 * Provides the only confirm dialog of the app, around the routes. A second question while one is open
 * declines the first. When the dialog closes, the focus returns to the control that opened it.
 */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null)
  const open = useRef<OpenQuestion | null>(null)

  const settle = useCallback((answer: ConfirmAnswer) => {
    const current = open.current
    open.current = null
    setOpenQuestion(null)
    current?.answer(answer)
    // The focus returns after the dialog has released it, and only if the action did not move it.
    if (current) requestAnimationFrame(() => returnFocus(current.opener))
  }, [])

  const confirm = useCallback<Confirm>((question) => {
    open.current?.answer({ confirmed: false, reason: '' })
    return new Promise((answer) => {
      const opener = open.current?.opener ?? document.activeElement
      open.current = { id: (open.current?.id ?? 0) + 1, question, answer, opener }
      setOpenQuestion(open.current)
    })
  }, [])

  return (
    <ConfirmContext value={confirm}>
      {children}
      {openQuestion && (
        <Suspense>
          <Dialog key={openQuestion.id} question={openQuestion.question} onAnswer={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}
