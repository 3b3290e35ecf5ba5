import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '#ui/frame/Screen.tsx'
import { Requests } from './Requests.tsx'
import { useMayRequestChanges } from './useMayRequestChanges.ts'

/** The screen of a company's own contact change requests, about itself and its properties. */
export default function OwnRequests() {
  const mayRequest = useMayRequestChanges()
  return (
    <Screen
      title="Contact changes"
      actions={
        mayRequest && (
          <Button component={Link} to="/ManagementContacts">
            Ask for a change
          </Button>
        )
      }
    >
      <Requests caption="Contact changes asked for" />
    </Screen>
  )
}
