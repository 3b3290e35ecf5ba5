import { Alert } from '@mantine/core'
import { getTypesLabel } from './words.ts'

/** Warns about contact types without a contact. Renders nothing if there are none. */
export function MissingTypes({ types }: { types: readonly number[] }) {
  if (types.length === 0) return null
  return (
    <Alert color="yellow" title="Contacts are missing">
      Nobody is named as {getTypesLabel(types)}. Mails for them reach nobody.
    </Alert>
  )
}
