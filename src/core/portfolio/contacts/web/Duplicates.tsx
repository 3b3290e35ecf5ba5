import type { Answer } from '#kernel/model/call.ts'
import { formatPhone, plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getDuplicates, removeDuplicates } from '../model/calls.ts'

type Group = Answer<typeof getDuplicates>[number]

const col = columns<Group>()
const describeOthers = ({ others }: Group): string =>
  others
    .map((item) =>
      [item.email ?? formatPhone(item.phone), plural(item.properties, 'property', 'properties')].join(', '),
    )
    .join('; ')
const duplicateColumns = [
  col.text('Contact', ({ remaining }) => remaining.name, { width: 210 }),
  col.text('Company', ({ remaining }) => remaining.company, { width: 220, lesser: true }),
  col.text('E-mail', ({ remaining }) => remaining.email, { width: 250 }),
  col.text('Phone', ({ remaining }) => formatPhone(remaining.phone), { width: 140 }),
  col.number('Properties', ({ remaining }) => remaining.properties, { width: 100 }),
  col.number('Duplicates', ({ others }) => others.length, { total: true, width: 100 }),
  col.text('The same person as', describeOthers, { width: 270 }),
]

/** The table of duplicate contacts, from which the user selects those to merge. */
export function Duplicates() {
  const groups = useCall(getDuplicates, {})
  const send = useSend(removeDuplicates, { alsoDrops: ['contact', 'projects'], quiet: true })
  const confirm = useConfirm()
  const mayRemove = useMay(removeDuplicates)
  const merge = async (selected: readonly Group[]) => {
    const count = selected.reduce((sum, { others }) => sum + others.length, 0)
    const { confirmed } = await confirm({
      title: `Remove ${plural(count, 'duplicate', 'duplicates')}?`,
      text: 'Every property and company keeps naming the person. Empty fields are filled from what is removed.',
      confirmLabel: 'Remove duplicates',
      danger: true,
      action: async () => {
        const { removed } = await send({
          body: { contactIds: selected.map(({ remaining }) => remaining.contactId) },
        })
        notify(`${plural(removed, 'duplicate is', 'duplicates are')} removed.`)
      },
    })
    return confirmed
  }
  return (
    <DataTable
      caption="Duplicate contacts"
      rows={groups}
      columns={duplicateColumns}
      rowKey={({ remaining }) => remaining.contactId}
      csvName="duplicate-contacts"
      empty="No two contacts are the same person."
      {...(mayRemove
        ? {
            select: {
              label: ({ remaining }: Group) => remaining.name,
              actions: [{ label: 'Remove duplicates', danger: true, run: merge }],
            },
          }
        : {})}
    />
  )
}
