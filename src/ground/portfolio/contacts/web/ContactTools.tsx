import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { missingTypes } from '../model/rules.ts'
import { MissingTypes } from './MissingTypes.tsx'

/** Above a property's contacts: missing types, and the links to change contacts or request a change. */
export default function ContactTools({
  propertyId,
  contactTypeIds,
  editable,
}: {
  propertyId: number
  /** Types with a contact. */
  contactTypeIds: readonly number[]
  /** The caller may set contacts directly. */
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
      <MissingTypes types={missingTypes(contactTypeIds)} />
    </>
  )
}
