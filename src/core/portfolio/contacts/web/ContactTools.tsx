import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { getMissingTypes } from '../model/rules.ts'
import { MissingTypes } from './MissingTypes.tsx'

/** Links to edit a property's contacts or to request a change, and a warning about missing contact types. */
export default function ContactTools({
  propertyId,
  contactTypeIds,
  editable,
}: {
  propertyId: number
  /** The contact types for which the property has a contact. */
  contactTypeIds: readonly number[]
  /** Whether the caller may set contacts directly. */
  editable: boolean
}) {
  return (
    <>
      <Group gap="sm" data-noprint>
        {editable && (
          <Button component={Link} to={`/ContactBulkEdit/${propertyId}`} variant="default" size="xs">
            Edit contacts
          </Button>
        )}
        <Button
          component={Link}
          to={`/ChangeRequestContactListProperty/${propertyId}`}
          variant="default"
          size="xs"
        >
          Contact changes
        </Button>
      </Group>
      <MissingTypes types={getMissingTypes(contactTypeIds)} />
    </>
  )
}
