import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { Modal } from '../frame/Modal.tsx'

/**
 * The choice for the documents of a removed line: they are removed, remain with the record, or move to
 * another line, given by its position.
 */
export type DocumentsFate = 'remove' | 'keep' | number

type Question = {
  index: number
  documents: readonly string[]
  others: readonly number[]
  answer: (fate: DocumentsFate | null) => void
}

/**
 * Asks what to do with the documents of a line before it is removed; null cancels the removal. `record` is
 * the name of the record that has the lines.
 */
export function useRemoveQuestion(
  noun: string,
  record: string,
): {
  ask: (index: number, documents: readonly string[], count: number) => Promise<DocumentsFate | null>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (index: number, documents: readonly string[], count: number) =>
    new Promise<DocumentsFate | null>((answer) => {
      const otherLines = Array.from({ length: count }, (_, other) => other).filter((other) => other !== index)
      setQuestion({ index, documents, others: otherLines, answer })
    })
  const settle = (fate: DocumentsFate | null) => {
    question?.answer(fate)
    setQuestion(null)
  }
  return {
    ask,
    dialog: question ? <RemoveDialog {...question} noun={noun} record={record} answer={settle} /> : null,
  }
}

function RemoveDialog({
  index,
  documents,
  others,
  answer,
  noun,
  record,
}: Question & { noun: string; record: string }) {
  const [fate, setFate] = useState('remove')
  const name = `${noun.toLowerCase()} ${index + 1}`
  return (
    <Modal opened onClose={() => answer(null)} title={`Remove ${name}?`}>
      <Stack gap="md">
        <Text size="sm">
          It has {plural(documents.length, 'document', 'documents')}: {documents.join(', ')}.
        </Text>
        <NativeSelect
          label="Its documents"
          data-autofocus
          value={fate}
          onChange={(event) => setFate(event.currentTarget.value)}
          data={[
            { value: 'remove', label: `Remove them with the ${noun.toLowerCase()}` },
            { value: 'keep', label: `Keep them with the ${record}` },
            ...others.map((other) => ({
              value: String(other),
              label: `Give them to ${noun.toLowerCase()} ${other + 1}`,
            })),
          ]}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => answer(null)}>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => answer(fate === 'remove' || fate === 'keep' ? fate : Number(fate))}
          >
            Remove {name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
