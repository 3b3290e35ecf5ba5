import type { Answer } from '#kernel/model/call.ts'
import { useSend } from '#kernel/web/queries.ts'
import { AccessList } from '#ui/frame/AccessList.tsx'
import { type getList, readers } from '../model/calls.ts'

type List = Answer<typeof getList>

const also = { alsoDrops: ['vawarequest'] }

/** Who holds the right; who may give it gives it here, and takes it back. */
export function Readers({ holders, people }: { holders: List['readers']; people: NonNullable<List['people']> }) {
  const [create, remove] = [useSend(readers.create, also), useSend(readers.remove, also)]
  const give = async (userId: number) => {
    const { managementCompanyId } = people.find((one) => one.userId === userId)!
    await create({ body: { userId, managementCompanyId } as never })
  }
  return (
    <AccessList
      title="Who may read them"
      holders={holders.map((one) => ({ ...one, id: one.vawaReaderId }))}
      nobody="Nobody yet."
      giving={{
        ...{ people, give, revoke: (id) => remove({ params: { id } }) },
        loses: 'From now on this person sees none of these requests.',
      }}
    />
  )
}
