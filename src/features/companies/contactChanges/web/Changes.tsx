import { Alert } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { MissingTypes } from '#core/portfolio/contacts/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { isDecided } from '#kernel/model/status.ts'
import { fieldId, useFormParts } from '#ui/form/formContext.ts'
import type { RequestDetail } from '../model/requests.ts'
import { getOpenConflicts } from '../model/threeWay.ts'
import { ChangeCard } from './ChangeCard.tsx'
import { type ReviewFormLine, toDecisions } from './reviewLines.ts'

/** All changes of a filed request, each compared with the present values of its contact. */
export function FiledChanges({ detail }: PartProps<RequestDetail>) {
  const decided = isDecided(detail.statusId)
  return (
    <>
      {!decided && <MissingTypes types={detail.missingTypes} />}
      <h2>Changes</h2>
      {detail.lines.map((line) => (
        <ChangeCard key={line.contactChangeId} line={line} decided={decided} decide={null} />
      ))}
    </>
  )
}

/**
 * The changes in the review form. If a contact changed after the request was drafted, the reviewer decides
 * field by field.
 */
export function ReviewedChanges({ detail }: PartProps<RequestDetail>) {
  const { form, id } = useFormParts<{ lines: ReviewFormLine[] }>()
  const values = useWatch({ control: form.control, name: 'lines' })
  const lines = detail.lines.map((line, index) => ({
    ...line,
    decisions: toDecisions(values[index]!),
  }))
  const undecidedLines = lines.filter((line) => getOpenConflicts(line).length > 0)
  return (
    <>
      <MissingTypes types={detail.missingTypes} />
      {undecidedLines.length > 0 && (
        <Alert color="yellow" title="The contacts have changed in the meantime">
          Decide on the marked fields of change {undecidedLines.map((line) => line.position).join(', ')}{' '}
          before you approve.
        </Alert>
      )}
      <h2>Changes</h2>
      {lines.map((line, index) => (
        <ChangeCard
          key={line.contactChangeId}
          line={line}
          decided={false}
          decide={(field, choice) => form.setValue(`lines.${index}.${field}`, choice)}
          placeOf={(field) => fieldId(id, `lines.${index}.${field}`)}
        />
      ))}
    </>
  )
}
