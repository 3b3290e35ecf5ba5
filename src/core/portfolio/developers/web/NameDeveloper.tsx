import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { TextField } from '#ui/form/inputs/text.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { searchDevelopers, updatePropertyDeveloper } from '../model/calls.ts'

/**
 * The dialog that sets the developer of a property. It searches while the user types, without showing the
 * loading bar (CAL-13).
 */
export function NameDeveloper({
  property,
  onClose,
}: {
  property: { propertyId: number; propertyName: string }
  onClose: () => void
}) {
  const [input, setInput] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const deferredValue = useDeferredValue(input.trim())
  const parts = { params: { text: deferredValue } }
  const { data: matches = [] } = useQuery({
    ...buildCallQuery(searchDevelopers, parts),
    queryFn: ({ signal }) => ask(searchDevelopers, parts, { quiet: true, silent: true, signal }),
    enabled: deferredValue !== '',
  })
  const assign = useSend(updatePropertyDeveloper, { quiet: true })
  const choose = async (developerId: number, name: string) => {
    try {
      await assign({ params: { propertyId: property.propertyId, developerId } })
      notify(`${name} is the developer of ${property.propertyName}.`)
      onClose()
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'This could not be done.')
    }
  }
  return (
    <Dialog opened onClose={onClose} title={`Developer of ${property.propertyName}`}>
      <Stack>
        <TextField
          label="Search developers"
          value={input}
          onChange={(value) => setInput(value ?? '')}
          error={fault}
          maxLength={200}
        />
        {deferredValue !== '' && matches.length === 0 && (
          <Text role="status">No active developer has that name.</Text>
        )}
        <Stack gap={4} role="group" aria-label="Developers found">
          {matches.map((item) => (
            <Button
              key={item.developerId}
              size="compact-sm"
              variant="subtle"
              justify="flex-start"
              onClick={() => void choose(item.developerId, item.name)}
            >
              {item.name}
            </Button>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}
