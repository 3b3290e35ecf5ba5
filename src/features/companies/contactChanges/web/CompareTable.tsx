import { Group, Radio } from '@mantine/core'
import { type ContactField, contactFieldLabels, noValues } from '#core/portfolio/contacts/model/index.ts'
import type { ChangeDetail } from '../model/shapes.ts'
import { type ComparedField, compareContact, type FieldState } from '../model/threeWay.ts'
import styles from './contacts.module.css'
import type { ChoiceSubject } from './reviewLines.ts'

const stateLabels: Record<FieldState, string> = {
  unchanged: '',
  wanted: 'Changes',
  meanwhile: 'Changed in the meantime, stays',
  agreed: 'Already changed the same way',
  conflict: 'Changed by both',
}

/** Stores the reviewer's choice for a field, or for the whole change. */
export type StoreChoice = (field: ChoiceSubject, choice: 'present' | 'wanted') => void

/** Returns the element id of the choice for a field. */
export type GetChoiceElementId = (field: ChoiceSubject) => string

const formatText = (text: string | null) => text || '–'

/**
 * A table that compares a change with its contact: the values when drafted, now, and as requested. Fields
 * that both sides changed have a choice if `decide` is given.
 */
export function CompareTable({
  line,
  decide,
  decided,
  placeOf: placeByKey,
}: {
  line: ChangeDetail
  decide: StoreChoice | null
  placeOf?: GetChoiceElementId | undefined
  /** True if the request is decided. The present values of the contact then no longer matter. */
  decided: boolean
}) {
  const old = line.oldValues ?? noValues
  const present = decided ? old : (line.present ?? noValues)
  const rows = compareContact(old, present, line.newValues ?? noValues, line.decisions).filter(
    (row) => row.old || row.present || row.wanted,
  )
  const added = line.kind === 'Add'
  const threeWay = !added && !decided && line.kind === 'Change' && line.linked
  const headings = {
    old: line.kind === 'End' ? 'Contact' : 'When asked',
    present: 'Now',
    wanted: added ? 'New contact' : 'Asked for',
    outcome: 'Outcome',
  }
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {!added && <th scope="col">{headings.old}</th>}
          {threeWay && <th scope="col">{headings.present}</th>}
          {line.kind !== 'End' && <th scope="col">{headings.wanted}</th>}
          {threeWay && <th scope="col">{headings.outcome}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.field}
            row={row}
            line={line}
            headings={headings}
            threeWay={threeWay}
            decide={decide}
            placeOf={placeByKey}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  row,
  line,
  headings,
  threeWay,
  decide,
  placeOf: placeOfChoice,
}: {
  row: ComparedField
  line: ChangeDetail
  headings: Record<'old' | 'present' | 'wanted' | 'outcome', string>
  threeWay: boolean
  decide: StoreChoice | null
  placeOf: GetChoiceElementId | undefined
}) {
  const isRequested = row.state !== 'unchanged' && row.state !== 'meanwhile'
  return (
    <tr data-state={threeWay ? row.state : undefined}>
      <th scope="row">{contactFieldLabels[row.field]}</th>
      {line.kind !== 'Add' && <td data-label={headings.old}>{formatText(row.old)}</td>}
      {threeWay && <td data-label={headings.present}>{formatText(row.present)}</td>}
      {line.kind !== 'End' && (
        <td data-label={headings.wanted}>
          {isRequested ? <ins>{formatText(row.wanted)}</ins> : formatText(row.wanted)}
        </td>
      )}
      {threeWay && (
        <td data-label={headings.outcome}>
          {stateLabels[row.state]}
          {row.state === 'conflict' && (
            <Choice
              line={line}
              field={row.field}
              value={row.choice}
              decide={decide}
              placeOf={placeOfChoice}
            />
          )}
        </td>
      )}
    </tr>
  )
}

function Choice({
  line,
  field,
  value,
  decide,
  placeOf,
}: {
  line: ChangeDetail
  field: ContactField
  value: 'present' | 'wanted' | null
  decide: StoreChoice | null
  placeOf: GetChoiceElementId | undefined
}) {
  if (!decide) return null
  return (
    <Radio.Group
      aria-label={`Which ${contactFieldLabels[field].toLowerCase()} holds, change ${line.position}`}
      value={value}
      onChange={(choice) => decide(field, choice as 'present' | 'wanted')}
    >
      <Group gap="md" mt={4}>
        <Radio id={placeOf?.(field)} value="present" label="Keep the current value" />
        <Radio value="wanted" label="Take the requested value" />
      </Group>
    </Radio.Group>
  )
}
