import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { messages } from '#kernel/model/validation.ts'
import type { ConfirmAnswer, ConfirmQuestion } from './Confirm.tsx'

const defaultMaxLength = 2000

/** Why this reason cannot stand, or null (VAL-01, VAL-09). */
function reasonFault(reason: ConfirmQuestion['reason'], text: string): string | null {
  const maxLength = reason?.maxLength ?? defaultMaxLength
  if (reason?.required && text.trim() === '') return messages.fieldRequired
  return text.length > maxLength ? messages.textTooLong(maxLength) : null
}

/** The dialog of `useConfirm`; the default export so that it can be fetched when first needed. */
export default function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: ConfirmQuestion
  onAnswer: (answer: ConfirmAnswer) => void
}) {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const fault = reasonFault(question.reason, reason)
  const typedFault = question.typed !== undefined && typed.trim() !== question.typed
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A portal's submit would otherwise bubble, through React, into a form the dialog was opened from.
    event.stopPropagation()
    setTried(true)
    if (!fault && !typedFault) onAnswer({ confirmed: true, reason: reason.trim() })
    else event.currentTarget.querySelector<HTMLElement>('textarea, input')?.focus()
  }
  return (
    <Modal opened onClose={() => onAnswer({ confirmed: false, reason: '' })} title={question.title} returnFocus={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {question.text && <Text size="sm">{question.text}</Text>}
          {question.reason && (
            <Textarea
              label={question.reason.label}
              description={question.reason.description}
              required={question.reason.required}
              error={tried && fault}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autosize={false}
              rows={4}
              data-autofocus
            />
          )}
          {question.typed !== undefined && (
            <TextInput
              label={`Type ${question.typed} to confirm`}
              error={tried && typedFault && `Type ${question.typed}`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus={question.reason ? undefined : true}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => onAnswer({ confirmed: false, reason: '' })}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={question.danger ? 'red' : undefined}
              data-autofocus={!question.reason && question.typed === undefined ? true : undefined}
            >
              {question.confirmLabel ?? 'Confirm'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
