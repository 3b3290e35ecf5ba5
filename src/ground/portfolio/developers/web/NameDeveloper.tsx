import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { getKernelQuery, useSend } from '#kernel/web/queries.ts'
import { TextField } from '#ui/form/inputs/text.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { searchDevelopers, updatePropertyDeveloper } from '../model/calls.ts'

/** Names the developer of a property: a search as one types, without the loading bar (CAL-13). */
export function NameDeveloper({
  property,
  onClose,
}: {
  property: { propertyId: number; propertyName: string }
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const wanted = useDeferredValue(typed.trim())
  const parts = { params: { text: wanted } }
  const { data: found = [] } = useQuery({
    ...getKernelQuery(searchDevelopers, parts),
    queryFn: ({ signal }) => ask(searchDevelopers, parts, { quiet: true, silent: true, signal }),
    enabled: wanted !== '',
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
          value={typed}
          onChange={(value) => setTyped(value ?? '')}
          error={fault}
          maxLength={200}
        />
        {wanted !== '' && found.length === 0 && <Text role="status">No active developer has that name.</Text>}
        <Stack gap={4} role="group" aria-label="Developers found">
          {found.map((one) => (
            <Button
              key={one.developerId}
              size="compact-sm"
              variant="subtle"
              justify="flex-start"
              onClick={() => void choose(one.developerId, one.name)}
            >
              {one.name}
            </Button>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}
