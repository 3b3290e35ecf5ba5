import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { missingTypes } from '../model/rules.ts'
import { MissingTypes } from './MissingTypes.tsx'

/** Above a property's contacts: what is missing, and where contacts are changed or asked to be changed. */
export default function ContactTools({
  propertyId,
  contactTypeIds,
  editable,
}: {
  propertyId: number
  /** Types that somebody is named for. */
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
        <Button component={Link} to={`/ChangeRequestContactListProperty/${propertyId}`} variant="default" size="xs">
          Contact changes
        </Button>
      </Group>
      <MissingTypes types={missingTypes(contactTypeIds)} />
    </>
  )
}
