import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { messages } from '#ui/form/validation.ts'
import type { ConfirmAnswer, ConfirmQuestion } from './confirmQuestion.ts'
import css from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'
import { refusalWords } from './refusalWords.ts'

const defaultMaxLength = 2000

/** Returns why this reason is not accepted, or null (VAL-01, VAL-09). */
function getReasonFault(reason: ConfirmQuestion['reason'], text: string): string | null {
  const maxLength = reason?.maxLength ?? defaultMaxLength
  if (reason?.required && text.trim() === '') return messages.fieldRequired
  return text.length > maxLength ? messages.textTooLong(maxLength) : null
}

type FieldProps = { value: string; onChange: (value: string) => void; fault: string | null }

function ReasonField({ reason, value, onChange, fault }: FieldProps & { reason: ConfirmQuestion['reason'] }) {
  if (!reason) return null
  return (
    <Textarea
      label={reason.label}
      description={reason.description}
      required={reason.required}
      error={fault}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rows={4}
      data-autofocus
    />
  )
}

function TypedField({ word, first, value, onChange, fault }: FieldProps & { word?: string; first: boolean }) {
  if (word === undefined) return null
  return (
    <TextInput
      label={`Type ${word} to confirm`}
      error={fault}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      data-autofocus={first || undefined}
    />
  )
}

/** Runs the action of the question while the dialog is open, and provides the messages of its refusal. */
function useAction({ action }: ConfirmQuestion, onAnswer: (answer: ConfirmAnswer) => void) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<readonly string[]>([])
  const confirm = async (reason: string) => {
    setBusy(true)
    setRefusal([])
    try {
      await action?.(reason)
      onAnswer({ confirmed: true, reason })
    } catch (error) {
      setRefusal(refusalWords(error))
      setBusy(false)
    }
  }
  return { busy, refusal, confirm }
}

/** The dialog of `useConfirm`, which is loaded when first needed. */
export default function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: ConfirmQuestion
  onAnswer: (answer: ConfirmAnswer) => void
}) {
  const [reason, setReason] = useState('')
  const [input, setInput] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, refusal, confirm } = useAction(question, onAnswer)
  const fault = getReasonFault(question.reason, reason)
  const typedFault =
    question.typed !== undefined && input.trim() !== question.typed ? `Type ${question.typed}` : null
  // An action in progress cannot be canceled.
  const cancel = () => !busy && onAnswer({ confirmed: false, reason: '' })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // In React, the event would otherwise also reach the form from which the dialog was opened.
    event.stopPropagation()
    if (busy) return
    setTried(true)
    if (fault ?? typedFault)
      event.currentTarget.querySelector<HTMLElement>(fault ? 'textarea' : 'input')?.focus()
    else void confirm(reason.trim())
  }
  return (
    <Dialog opened onClose={cancel} title={question.title} returnFocus={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {question.text && <Text size="sm">{question.text}</Text>}
          <ReasonField
            reason={question.reason}
            value={reason}
            onChange={setReason}
            fault={tried ? fault : null}
          />
          <TypedField
            word={question.typed}
            first={!question.reason}
            value={input}
            onChange={setInput}
            fault={tried ? typedFault : null}
          />
          <div role="alert" className={css.refusal}>
            {refusal.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <Buttons question={question} busy={busy} onCancel={cancel} />
        </Stack>
      </form>
    </Dialog>
  )
}

function Buttons({
  question,
  busy,
  onCancel,
}: {
  question: ConfirmQuestion
  busy: boolean
  onCancel: () => void
}) {
  const alone = !question.reason && question.typed === undefined
  // If there is nothing to type, Enter confirms, except for a dangerous action.
  return (
    <Group justify="flex-end" gap="sm" className={css.foot}>
      <Button variant="default" onClick={onCancel} data-autofocus={(alone && question.danger) || undefined}>
        Cancel
      </Button>
      <Button
        type="submit"
        loading={busy}
        color={question.danger ? 'red' : undefined}
        data-autofocus={(alone && !question.danger) || undefined}
      >
        {question.confirmLabel ?? 'Confirm'}
      </Button>
    </Group>
  )
}
