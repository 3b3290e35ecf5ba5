import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { DataTable, type TabContent } from '#ui/table/DataTable.tsx'
import { type PageCall, ServedTable } from '#ui/table/ServedTable.tsx'
import { getMcUsers, getPeoplePage } from '../model/calls.ts'
import type { UserLine } from '../model/entities.ts'
import { UserStatus } from '../model/rules.ts'
import { createUserColumns } from './userColumns.tsx'
import { describeStanding, getUserPath, usePeopleRights } from './words.ts'

const isOpen = (person: UserLine) => person.status !== UserStatus.Inactive

const commonTabs = [
  { label: 'Invited', match: (person: UserLine) => person.status === UserStatus.Invited },
  { label: 'Inactive', match: (person: UserLine) => !isOpen(person) },
  { label: 'All', match: () => true },
]
const companyTabs = [{ label: 'Active', match: isOpen }, ...commonTabs]
const groups = [
  { label: 'Companies and owners', group: 'companies' },
  { label: 'Agency', group: 'agency' },
  { label: 'Invited', group: 'invited' },
  { label: 'Inactive', group: 'inactive' },
  { label: 'All' },
] as const
const agencyColumns = createUserColumns({ companies: true })
const companyColumns = createUserColumns({ companies: false })

/** The list of people: the agency sees all people with an account, primary users those of their companies. */
export default function Users() {
  const { agency, canRead: looks, canManage: manages } = usePeopleRights()
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
      {looks ? agency ? <AllUsers /> : <OwnUsers /> : <NoAccess />}
    </Screen>
  )
}

const NoAccess = () => (
  <EmptyState
    title="Users are managed by your company’s primary user."
    text="Ask there, or at the agency, if you need to see or do more."
  />
)

/** The list of all people, which the server filters, sorts and pages. */
function AllUsers() {
  const { counts } = useCall(getPeoplePage, { query: { fetchCount: 1 } })
  const tabs = useMemo(
    () =>
      groups.map(({ label, ...fixed }) => {
        const source = { ...allPeopleSource, fixed }
        const count = counts['group' in fixed ? fixed.group : 'all'] ?? 0
        const content = (list: TabContent) => (
          <ServedTable key={label} {...tableProps} {...list} columns={agencyColumns} source={source} />
        )
        return { label, match: () => false, count, content }
      }),
    [counts],
  )
  return (
    <DataTable
      {...tableProps}
      rows={[]}
      columns={agencyColumns}
      tabs={tabs}
      initialSort={{ sortBy: FIRST_SORT }}
    />
  )
}

const FIRST_SORT = 'Company'
type Companies = { companies: string[] }
const allPeopleSource = {
  call: getPeoplePage as PageCall<UserLine, Companies>,
  choices: [{ label: 'Company', served: 'company', values: ({ companies }: Companies) => companies }],
  firstSort: '',
}

const tableProps = {
  caption: 'Users',
  rowKey: (person: UserLine) => person.userId,
  to: (person: UserLine) => getUserPath(person.userId),
  csvName: 'users',
}

const createFilterValues = (rows: readonly UserLine[], read: (person: UserLine) => string | null) => ({
  values: [...new Set(rows.map((person) => read(person) ?? ''))]
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b)),
  match: (person: UserLine, value: string) => read(person) === value,
})

function OwnUsers() {
  const rows = useCall(getMcUsers, {})
  const filters = useMemo(
    () =>
      [
        { label: 'Role', ...createFilterValues(rows, describeStanding) },
        { label: 'Company', ...createFilterValues(rows, (person) => person.managementCompanyName) },
      ].filter((filter) => filter.values.length > 1),
    [rows],
  )
  return (
    <DataTable
      {...tableProps}
      rows={rows}
      columns={companyColumns}
      tabs={companyTabs}
      filters={filters}
      alphabet={(person) => person.lastName}
      initialSort={{ sortBy: 'Name' }}
    />
  )
}
