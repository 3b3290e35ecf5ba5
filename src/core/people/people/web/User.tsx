import { Alert, Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatDate, formatDueMoment } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { EmptyState, Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { getUserInfo } from '../model/calls.ts'
import type { UserDetail } from '../model/entities.ts'
import { UserStatus, userStatusLabels } from '../model/rules.ts'
import { AccountForm, NewAccountForm } from './AccountForm.tsx'
import { AssignedProperties } from './AssignedProperties.tsx'
import { OwnAddress } from './OwnAddress.tsx'
import styles from './people.module.css'
import { UserActions } from './UserActions.tsx'
import { SignIns, UserHistory } from './UserHistory.tsx'
import { describeStanding, getPermissionsPath, statusTones, usePeopleRights } from './words.ts'

const usersBreadcrumb = [{ label: 'Users', to: '/users' }]

/**
 * The screen of a user: account, assigned properties, sign-ins and history. With `isNew` in the address, the
 * form that invites a new user.
 */
export default function User() {
  const { isNew, user_id: userId } = useParams()
  return isNew?.toLowerCase() === 'true' ? <NewUser /> : <UserScreen key={userId} userId={Number(userId)} />
}

function NewUser() {
  const { canManage } = usePeopleRights()
  const readOnly = useReadOnly()
  return (
    <Screen title="Invite a user" breadcrumbs={usersBreadcrumb}>
      {canManage && !readOnly ? (
        <NewAccountForm />
      ) : (
        <EmptyState title="Users are invited by the agency’s administrators and by companies’ primary users." />
      )}
    </Screen>
  )
}

function UserScreen({ userId }: { userId: number }) {
  const { canRead } = usePeopleRights()
  const person = useCall(getUserInfo, { query: { userId } })
  const readOnly = useReadOnly()
  const canEdit = person.mayManage && !readOnly
  return (
    <Screen
      title={person.name || person.userName}
      breadcrumbs={canRead ? usersBreadcrumb : []}
      actions={
        canRead && (
          <Button component={Link} to={getPermissionsPath(person.userId)} variant="default" size="xs">
            Permissions
          </Button>
        )
      }
      banner={<PersonFacts person={person} />}
    >
      {canEdit && <UserActions person={person} />}
      <PersonTabs person={person} canRead={canRead} canEdit={canEdit} />
    </Screen>
  )
}

function PersonFacts({ person }: { person: UserDetail }) {
  const chip = <Chip color={statusTones[person.status] ?? 'gray'}>{userStatusLabels[person.status]}</Chip>
  return (
    <>
      <Facts
        facts={[
          { label: 'Status', value: chip },
          { label: 'User name', value: person.userName },
          { label: 'Role', value: describeStanding(person) },
          { label: 'Management company', value: person.managementCompanyName },
          { label: 'Last sign-in', value: formatDate(person.lastSignIn, 'MM/DD/YYYY h:mm A') },
        ]}
      />
      {person.status === UserStatus.Invited && (
        <Alert color={person.invitedUntil ? 'blue' : 'yellow'} role="note">
          {person.invitedUntil
            ? `Invited; the link works until ${formatDueMoment(person.invitedUntil)}.`
            : 'Has not chosen a password yet, and no invitation works any more. Send a new one.'}
        </Alert>
      )}
      {person.signInSlowed && (
        <Alert color="yellow" role="note">
          There were many failed sign-ins recently. Sign-ins from a new device are therefore delayed by up to
          a minute; devices that this person has used before are not.
        </Alert>
      )}
    </>
  )
}

type PersonTabsProps = { person: UserDetail; canRead: boolean; canEdit: boolean }

function PersonTabs({ person, canRead, canEdit }: PersonTabsProps) {
  const [tab, setTab] = useState('Account')
  const panels: Record<string, ReactNode> = {
    Properties: <AssignedProperties person={person} editable={canEdit} />,
    ...(canRead
      ? { 'Sign-ins': <SignIns userId={person.userId} />, History: <UserHistory userId={person.userId} /> }
      : {}),
  }
  return (
    <Tabs
      label="Parts of the account"
      tabs={['Account', ...Object.keys(panels)].map((label) =>
        label === 'Properties' ? { label, count: person.properties.length } : { label },
      )}
      value={tab}
      onChange={setTab}
    >
      {/* Hidden instead of unmounted, so that typed text survives a visit to another tab. */}
      <div hidden={tab !== 'Account'} className={styles.panel}>
        <AccountForm person={person} editable={canEdit} />
        {canEdit && <OwnAddress person={person} />}
      </div>
      <div className={styles.panel}>
        <Suspense fallback={<ScreenSkeleton rows={4} />}>{panels[tab]}</Suspense>
      </div>
    </Tabs>
  )
}
