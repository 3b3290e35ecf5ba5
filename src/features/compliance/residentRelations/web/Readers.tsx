import { useCall } from '#kernel/web/queries.ts'
import { AccessList } from '#ui/frame/AccessList.tsx'
import { readers as calls, getReaders } from '../model/calls.ts'
import { useWrite } from './useWrite.ts'

/**
 * The list of people who may read who residents are, besides the person assigned to a matter. `gives` lets
 * the user grant and revoke the right.
 */
export function Readers({ gives }: { gives: boolean }) {
  const { readers, people } = useCall(getReaders, {})
  const write = useWrite()
  const giving = {
    people,
    give: (userId: number) => write(calls.create, { body: { userId } }, 'Access is given.'),
    revoke: (id: number) => write(calls.remove, { params: { id } }, 'Access is revoked.'),
    loses: 'From now on names, telephone numbers and addresses are masked for this person.',
  }
  return (
    <AccessList
      title="Who may see residents’ names"
      holders={readers.map((reader) => ({ ...reader, id: reader.residentDataReaderId }))}
      nobody="Nobody yet, except the person assigned to a matter."
      {...(gives && { giving })}
    />
  )
}
