import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getAllMcUsers } from '../model/calls.ts'
import { createUserColumns } from './userColumns.tsx'
import { getUserPath, usePeopleRights } from './words.ts'

const columns = createUserColumns({ companies: false })

/**
 * The tab of a company's screen with its people and a button to invite another. Only the agency and the
 * company's primary users see it; other people read whom to ask.
 */
export default function CompanyUsers({ managementCompanyId }: { managementCompanyId: number }) {
  const { canRead: looks } = usePeopleRights()
  return looks ? (
    <List managementCompanyId={managementCompanyId} />
  ) : (
    <EmptyState title="Users are managed by your company’s primary user." />
  )
}

function List({ managementCompanyId }: { managementCompanyId: number }) {
  const { canManage: manages } = usePeopleRights()
  const { userId } = useSession()
  const readOnly = useReadOnly()
  const rows = useCall(getAllMcUsers, { params: { managementCompanyId } })
  const invite = manages && !readOnly && (
    <Button component={Link} size="xs" to={`/User/true/0?managementCompanyId=${managementCompanyId}`}>
      Invite a user
    </Button>
  )
  return (
    <DataTable
      caption="Users of the company"
      stateKey={`users of company for ${userId}`}
      rows={rows}
      columns={columns}
      rowKey={(person) => person.userId}
      to={(person) => getUserPath(person.userId)}
      csvName="company-users"
      tools={invite}
      height={Math.min(520, 160 + rows.length * 34)}
      empty={<EmptyState title="Nobody in this company has an account." action={invite} />}
    />
  )
}
