import { Alert } from '@mantine/core'
import { MissingTypes } from '#ground/contacts/web/index.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import type { PartProps } from '#review/web/index.ts'
import type { Detail } from '../model/requests.ts'
import { openConflicts } from '../model/threeWay.ts'
import { ChangeCard } from './ChangeCard.tsx'
import { useChoices } from './choices.ts'

/** Every change beside its contact as it is now; the reviewer decides on each what changed meanwhile. */
export function Changes({ detail }: PartProps<Detail>) {
  const readOnly = useReadOnly()
  const { choicesOf, decideOn } = useChoices(detail)
  const decided = detail.statusId >= 5
  const deciding = detail.canReview && !readOnly
  const lines = detail.lines.map((line) => (deciding ? { ...line, decisions: choicesOf(line.contactChangeId) } : line))
  const open = deciding ? lines.filter((line) => openConflicts(line).length > 0) : []
  return (
    <>
      {!decided && <MissingTypes types={detail.missingTypes} />}
      {open.length > 0 && (
        <Alert color="yellow" title="The contacts changed meanwhile">
          Decide on the marked fields of change {open.map((line) => line.position).join(', ')} before you approve.
        </Alert>
      )}
      <h2>Changes</h2>
      {lines.map((line) => (
        <ChangeCard
          key={line.contactChangeId}
          line={line}
          decided={decided}
          decide={deciding ? decideOn(line.contactChangeId) : null}
        />
      ))}
    </>
  )
}
