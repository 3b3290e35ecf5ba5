import type { Answer } from '#kernel/model/call.ts'
import { useSend } from '#kernel/web/queries.ts'
import { AccessList } from '#ui/frame/AccessList.tsx'
import { confirmReader, type getList, vawaReaders } from '../model/calls.ts'

type List = Answer<typeof getList>

const sendOptions = { alsoDrops: ['vawarequest'], quiet: true }

/**
 * The list of people who have the right or are proposed for it. One administrator proposes a person here, and
 * another confirms.
 */
export function Readers({
  holders,
  people,
}: {
  holders: List['readers']
  people: NonNullable<List['people']>
}) {
  const [create, remove] = [
    useSend(vawaReaders.create, sendOptions),
    useSend(vawaReaders.remove, { alsoDrops: sendOptions.alsoDrops }),
  ]
  const send = useSend(confirmReader, sendOptions)
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
