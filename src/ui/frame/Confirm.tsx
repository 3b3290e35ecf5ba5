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

/** Asks the user and waits for the answer; Escape and Cancel answer `confirmed: false`. */
export type Confirm = (question: ConfirmQuestion) => Promise<ConfirmAnswer>

// The dialog brings Mantine's Modal along; it is fetched with the first screen that may ask, not with the
// first page.
const Dialog = later(async () => (await import('./ConfirmDialog.tsx')).default)

const ConfirmContext = createContext<Confirm | null>(null)

/** The function that asks before an action. Throws outside of {@link ConfirmProvider}. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm stands outside of ConfirmProvider.')
  // Fetched before it is needed: a question must be possible without a connection, too.
  useEffect(() => void Dialog.fetch(), [])
  return confirm
}

type Asked = {
  id: number
  question: ConfirmQuestion
  answer: (answer: ConfirmAnswer) => void
  opener: Element | null
}

/**
 * Holds the one confirm dialog of the app, around the routes. A second question while one is open answers the
 * first with no. When the dialog closes in any way, the focus returns to the control that opened it.
 */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [query, setQuery] = useState<Asked | null>(null)
  const open = useRef<Asked | null>(null)

  const settle = useCallback((answer: ConfirmAnswer) => {
    const current = open.current
    open.current = null
    setQuery(null)
    current?.answer(answer)
    // After the dialog has let go of the focus, and only if the action did not move it on.
    if (current) requestAnimationFrame(() => returnFocus(current.opener))
  }, [])

  const confirm = useCallback<Confirm>((question) => {
    open.current?.answer({ confirmed: false, reason: '' })
    return new Promise((answer) => {
      const opener = open.current?.opener ?? document.activeElement
      open.current = { id: (open.current?.id ?? 0) + 1, question, answer, opener }
      setQuery(open.current)
    })
  }, [])

  return (
    <ConfirmContext value={confirm}>
      {children}
      {query && (
        <Suspense>
          <Dialog key={query.id} question={query.question} onAnswer={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}
