import { Alert, Group, Radio } from '@mantine/core'
import { samePerson } from '#core/portfolio/contacts/model/index.ts'
import { getTypeLabel } from '#core/portfolio/contacts/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { ChangeDetail } from '../model/shapes.ts'
import { CompareTable, type GetChoiceElementId, type StoreChoice } from './CompareTable.tsx'
import styles from './contacts.module.css'

const kindLabels = { Add: 'New', Change: 'Change of', End: 'End of' } as const

/** Returns the title of a change: `Change of Primary Contact: Jane Doe`. */
export const getChangeTitle = (
  line: Pick<ChangeDetail, 'kind' | 'contactTypeId' | 'newValues' | 'oldValues'>,
): string =>
  `${kindLabels[line.kind]} ${getTypeLabel(line.contactTypeId)}: ${(line.oldValues ?? line.newValues)?.name ?? 'not named yet'}`

function describeDate(line: ChangeDetail): string {
  const day = line.effectiveDate ? formatDate(line.effectiveDate, 'MM/DD/YYYY') : 'not given'
  return line.appliedAt
    ? `Effective ${day}, applied ${formatDate(line.appliedAt, 'MM/DD/YYYY')}`
    : `Effective ${day}`
}

/** Describes where else a change applies; empty if the person is named at no other place. */
function describeReach({
  everywhere,
  kind,
  otherPlaces,
  managementCompanyId,
  ...line
}: ChangeDetail): string {
  const places = plural(otherPlaces, 'other place', 'other places')
  if (kind === 'Add') {
    const everyProperty = everywhere && managementCompanyId ? 'Also at every property of the company.' : ''
    const personNote =
      otherPlaces > 0 ? `The person is known already; the details change at ${places}, too.` : ''
    return [everyProperty, personNote].filter(Boolean).join(' ')
  }
  if (otherPlaces === 0) return ''
  if (everywhere) return `Everywhere this person is named: here and at ${places}.`
  if (kind === 'End') return `Here only; the person stays at ${places}.`
  return line.newValues && line.present && samePerson(line.newValues, line.present)
    ? `Here only; the details stay as they are at ${places}.`
    : `Another person takes the place here only; the former one stays at ${places}.`
}

type CardProps = {
  line: ChangeDetail
  decide: StoreChoice | null
  decided: boolean
  /** Returns the element id of a choice, so that a fault can move the focus to it. */
  placeOf?: GetChoiceElementId
}

/** One change of a filed request. With `decide`, the reviewer decides on conflicts and on the whole line. */
export function ChangeCard({ line, decide, decided, placeOf: placeByKey }: CardProps) {
  const isGone = !decided && line.kind !== 'Add' && !line.linked
  const isNotApplied = line.decisions.contact === 'present'
  return (
    <section className={styles.card} aria-label={`Change ${line.position}`}>
      <div className={styles.head}>
        <h3>
          {line.position}. {getChangeTitle(line)}
        </h3>
        <span className={styles.note}>{describeDate(line)}</span>
      </div>
      <p className={styles.note}>{[describeReach(line), line.reason].filter(Boolean).join(' ')}</p>
      {isGone && (
        <Alert color="yellow" mt="xs" title="No longer this contact here">
          {line.kind === 'End'
            ? 'Somebody has already removed the person; there is nothing left to end.'
            : 'Somebody has already removed the person. Add the person again as requested, or leave it.'}
        </Alert>
      )}
      <CompareTable
        line={line}
        decide={isNotApplied ? null : decide}
        decided={decided}
        placeOf={placeByKey}
      />
      {decided && isNotApplied && <p className={styles.note}>The reviewer left this one as it was.</p>}
      {decide && (
        <Radio.Group
          mt="sm"
          aria-label={`What becomes of change ${line.position}`}
          value={line.decisions.contact ?? (isGone && line.kind === 'Change' ? null : 'wanted')}
          onChange={(choice) => decide('contact', choice as 'present' | 'wanted')}
        >
          <Group gap="md">
            <Radio
              id={placeByKey?.('contact')}
              value="wanted"
              label={isGone && line.kind === 'Change' ? 'Name the person again' : 'Apply'}
            />
            <Radio value="present" label="Leave as it is" />
          </Group>
        </Radio.Group>
      )}
    </section>
  )
}
