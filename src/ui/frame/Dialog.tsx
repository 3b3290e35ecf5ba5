import { Button, Group, Text } from '@mantine/core'
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import css from './Dialog.module.css'
import { type DialogTyping, DialogTypingContext } from './dialogTyping.ts'
import { Modal, type ModalProps } from './Modal.tsx'

const BOXES = 'input:not([type=checkbox], [type=radio], [type=search], [role=combobox]), textarea'
type Box = HTMLInputElement | HTMLTextAreaElement

/** Tracks inputs outside of a `Form` with their content when they first got the focus. */
function useOwnBoxes() {
  const first = useRef(new Map<Box, string>())
  const note = useCallback(({ target }: FocusEvent) => {
    if (target.matches(BOXES) && !first.current.has(target as Box))
      first.current.set(target as Box, (target as Box).value)
  }, [])
  const isUnsaved = () => [...first.current].some(([box, text]) => box.isConnected && box.value !== text)
  return { note, isUnsaved }
}

/**
 * A dialog that protects typed changes: Escape, a click outside it and its close button ask first if changes
 * would be lost. Takes the props of Mantine's Modal; `onClose` is called once no changes are lost, or the
 * user discards them.
 */
export function Dialog({ onClose, children, ...rest }: ModalProps) {
  const forms = useRef(new Set<DialogTyping>())
  const ownBoxes = useOwnBoxes()
  const [asking, setAsking] = useState(false)
  const register = useCallback((typing: DialogTyping) => {
    forms.current.add(typing)
    return () => {
      forms.current.delete(typing)
    }
  }, [])
  const openForms = () => [...forms.current]
  const leave = () => {
    for (const form of openForms()) form.giveUp()
    setAsking(false)
    onClose()
  }
  const close = () => {
    // A second Escape only closes the question.
    if (asking) return setAsking(false)
    const unsaved =
      openForms().length > 0 ? openForms().some((form) => form.isUnsaved()) : ownBoxes.isUnsaved()
    return unsaved ? setAsking(true) : leave()
  }
  return (
    <Modal {...rest} onClose={close} onFocus={ownBoxes.note}>
      <DialogTypingContext value={register}>
        {asking && <UnsavedQuestion onStay={() => setAsking(false)} onLeave={leave} />}
        {children}
      </DialogTypingContext>
    </Modal>
  )
}

/**
 * Asks whether to discard typed changes, at the top of the dialog. Afterwards the focus returns to the field
 * in which the user was typing.
 */
function UnsavedQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    stay.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div role="alert" className={css.question}>
      <Text size="sm">What you typed here is not saved.</Text>
      <Group gap="xs">
        <Button size="xs" ref={stay} onClick={onStay}>
          Keep writing
        </Button>
        <Button size="xs" variant="outline" color="red" onClick={onLeave}>
          Close without saving
        </Button>
      </Group>
    </div>
  )
}
