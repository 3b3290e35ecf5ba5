import type { Answer } from '#kernel/model/call.ts'
import { useSend } from '#kernel/web/queries.ts'
import { AccessList } from '#ui/frame/AccessList.tsx'
import { confirmReader, type getList, readers } from '../model/calls.ts'

type List = Answer<typeof getList>

const also = { alsoDrops: ['vawarequest'] }

/**
 * Who holds the right and who waits for it: one administrator proposes a person here, another one confirms.
 */
export function Readers({
  holders,
  people,
}: {
  holders: List['readers']
  people: NonNullable<List['people']>
}) {
  const [create, remove] = [useSend(readers.create, also), useSend(readers.remove, also)]
  const send = useSend(confirmReader, also)
  const give = async (userId: number) => {
    const { managementCompanyId } = people.find((person) => person.userId === userId)!
    await create({ body: { userId, managementCompanyId } })
  }
  return (
    <AccessList
      title="Who may read them"
      holders={holders.map((holder) => ({
        id: holder.vawaReaderId,
        userId: holder.userId,
        name: holder.name,
        waits: holder.confirmedAt === null,
        mayConfirm: holder.mayConfirm,
      }))}
      nobody="Nobody yet."
      giving={{
        people,
        give,
        giveLabel: 'Propose',
        confirm: (id) => send({ params: { id } }),
        revoke: (id) => remove({ params: { id } }),
        loses: 'From now on this person sees none of these requests.',
      }}
    />
  )
}
