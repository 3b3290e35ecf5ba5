import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '#ui/frame/Screen.tsx'
import { Requests } from './Requests.tsx'
import { useAsks } from './useAsks.ts'

/** The contact changes a company has asked for, for itself and for its properties. */
export default function OwnRequests() {
  const asks = useAsks()
  return (
    <Screen
      title="Contact changes"
      actions={
        asks && (
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
