import { Alert, Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import type { Answer } from '#kernel/model/call.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { EmptyState, Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { getPermissionGrid } from '../model/permissionCalls.ts'
import { Explain } from './Explain.tsx'
import { PermissionTable } from './PermissionTable.tsx'
import { getUserPath, usePeopleRights } from './words.ts'

type Grid = Answer<typeof getPermissionGrid>

/**
 * The screen of a person's rights by property and permission. 0 in the address means the signed-in person.
 */
export default function Permissions() {
  const session = useSession()
  const userId = Number(useParams().user_id) || session.userId
  const { canRead: looks } = usePeopleRights()
  if (looks) return <PermissionsScreen key={userId} userId={userId} />
  return (
    <Screen title="Permissions">
      <EmptyState title="Permissions are managed by your company’s primary user." />
    </Screen>
  )
}

function PermissionsScreen({ userId }: { userId: number }) {
  const grid = useCall(getPermissionGrid, { params: { userId } })
  const { agency } = usePeopleRights()
  return (
    <Screen
      title={`Permissions of ${grid.name || grid.userName}`}
      breadcrumbs={[{ label: 'Users', to: '/users' }]}
      actions={
        <Button component={Link} to={getUserPath(userId)} variant="default" size="xs">
          Account
        </Button>
      }
      banner={<OtherRights grid={grid} />}
    >
      <PermissionTable grid={grid} />
      {agency && (
        <Suspense fallback={<ScreenSkeleton rows={2} />}>
          <Explain grid={grid} />
        </Suspense>
      )}
    </Screen>
  )
}

/** Lists rights from other sources, which the grid does not show. */
function OtherRights({ grid }: { grid: Grid }) {
  const ofAgency = grid.roles.some(({ id }) => id < 3)
  const main = grid.mainUserProject.length
  const notes = [
    !grid.active && 'The account is not active: nothing counts until it is.',
    ofAgency && 'People of the agency pass every check; no entry is needed.',
    grid.permissions.some((permission) => permission.key === 'Global_Admin') &&
      'An entry Global_Admin opens every property and every permission, whatever the rows below say. It has its own column.',
    grid.isMcAdmin && 'The administrator of a company passes every check on all of its properties.',
    main > 0 &&
      `As the main user this person passes every check on ${plural(main, 'property', 'properties')}.`,
  ].filter((item) => item !== false)
  if (notes.length === 0) return null
  return (
    <Alert color="blue" role="note">
      {notes.join(' ')}
    </Alert>
  )
}
