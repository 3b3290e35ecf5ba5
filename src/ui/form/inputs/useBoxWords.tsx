import { type ReactNode, type RefObject, useId, useState } from 'react'
import css from '../form.module.css'
import { usePopup } from '../usePopup.ts'

/**
 * Provides the text below an input: the hint while it has the focus, or the reason why typed or pasted text
 * was refused, until the next accepted input.
 */
export function useBoxWords(inputRef: RefObject<HTMLInputElement | null>, hint?: string) {
  const id = useId()
  const { opened: isOpened, open, close, popupRef } = usePopup<HTMLDivElement>(inputRef)
  const [refusal, setRefusal] = useState<string | null>(null)
  const text = refusal ?? hint
  const isShown = isOpened && text !== undefined
  const node: ReactNode = isShown ? (
    <div ref={popupRef} id={id} popover="manual" role={refusal ? 'alert' : 'tooltip'} className={css.hint}>
      {text}
    </div>
  ) : null
  return {
    node,
    describe: (describedBy: string | undefined) =>
      [describedBy, isShown && id].filter(Boolean).join(' ') || undefined,
    say: (problem: string | null) => {
      setRefusal(problem)
      if (problem !== null) open()
      else if (hint === undefined) close()
    },
    enter: () => {
      if (hint !== undefined) open()
    },
    leave: () => {
      setRefusal(null)
      close()
    },
  }
}
