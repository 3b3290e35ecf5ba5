import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getAllUsers, getMcUsers } from '../model/calls.ts'
import type { UserLine } from '../model/entities.ts'
import { UserStatus } from '../model/rules.ts'
import { userColumns } from './userColumns.tsx'
import { standingOf, userPath, useStanding } from './words.ts'

const ofAgency = (person: UserLine) => person.roleId === 1 || person.roleId === 2
const open = (person: UserLine) => person.status !== UserStatus.Inactive

const shared = [
  { label: 'Invited', match: (person: UserLine) => person.status === UserStatus.Invited },
  { label: 'Inactive', match: (person: UserLine) => !open(person) },
  { label: 'All', match: () => true },
]
const agencyTabs = [
  { label: 'Companies and owners', match: (person: UserLine) => open(person) && !ofAgency(person) },
  { label: 'Agency', match: (person: UserLine) => open(person) && ofAgency(person) },
  ...shared,
]
const companyTabs = [{ label: 'Active', match: open }, ...shared]
const agencyColumns = userColumns({ companies: true })
const companyColumns = userColumns({ companies: false })

/** Everybody with an account, for the agency; for a company's primary users the people of that company. */
export default function Users() {
  const { agency, looks, manages } = useStanding()
  const readOnly = useReadOnly()
  return (
    <Screen
      title="Users"
      actions={
        manages &&
        !readOnly && (
          <Button component={Link} to="/User/true/0">
            Invite a user
          </Button>
        )
      }
    >
      {looks ? agency ? <AllUsers /> : <OwnUsers /> : <NotYours />}
    </Screen>
  )
}

const NotYours = () => (
  <EmptyState
    title="Users are managed by your company’s primary user."
    text="Ask there, or at the agency, if you need to see or do more."
  />
)

const AllUsers = () => <List rows={useCall(getAllUsers, {})} agency />
const OwnUsers = () => <List rows={useCall(getMcUsers, {})} agency={false} />

const valuesOf = (rows: readonly UserLine[], read: (person: UserLine) => string | null) => ({
  values: [...new Set(rows.map((person) => read(person) ?? ''))].filter(Boolean).sort((a, b) => a.localeCompare(b)),
  match: (person: UserLine, value: string) => read(person) === value,
})

function List({ rows, agency }: { rows: readonly UserLine[]; agency: boolean }) {
  const filters = useMemo(
    () =>
      [
        { label: 'Role', ...valuesOf(rows, standingOf) },
        { label: 'Company', ...valuesOf(rows, (person) => person.managementCompanyName) },
      ].filter((filter) => filter.values.length > 1),
    [rows],
  )
  return (
    <DataTable
      caption="Users"
      rows={rows}
      columns={agency ? agencyColumns : companyColumns}
      rowKey={(person) => person.userId}
      to={(person) => userPath(person.userId)}
      tabs={agency ? agencyTabs : companyTabs}
      filters={filters}
      alphabet={(person) => person.lastName}
      csvName="users"
      initialSort={{ sortBy: agency ? 'Company' : 'Name' }}
    />
  )
}
