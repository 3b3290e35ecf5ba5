import { Alert, Group, Radio } from '@mantine/core'
import { samePerson } from '#ground/portfolio/contacts/model/index.ts'
import { typeLabel } from '#ground/portfolio/contacts/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { ChangeDetail } from '../model/shapes.ts'
import { CompareTable, type Decide, type PlaceOf } from './CompareTable.tsx'
import styles from './contacts.module.css'

const verbs = { Add: 'New', Change: 'Change of', End: 'End of' } as const

/** Returns the title of a change: `Change of Primary Contact: Jane Doe`. */
export const changeTitle = (
  line: Pick<ChangeDetail, 'kind' | 'contactTypeId' | 'newValues' | 'oldValues'>,
): string =>
  `${verbs[line.kind]} ${typeLabel(line.contactTypeId)}: ${(line.oldValues ?? line.newValues)?.name ?? 'not named yet'}`

function whenWords(line: ChangeDetail): string {
  const day = line.effectiveDate ? formatDate(line.effectiveDate, 'MM/DD/YYYY') : 'not given'
  return line.appliedAt
    ? `Effective ${day}, applied ${formatDate(line.appliedAt, 'MM/DD/YYYY')}`
    : `Effective ${day}`
}

/** How far a change reaches; without other places there is nothing to say. */
function reachWords({ everywhere, kind, otherPlaces, managementCompanyId, ...line }: ChangeDetail): string {
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
  decide: Decide | null
  decided: boolean
  /** The id of the element where a choice is made, so that a fault of it can be gone to. */
  placeOf?: PlaceOf
}

/**
 * One change of a filed request; while `decide` is given, conflicts and the line as a whole are decided on.
 */
export function ChangeCard({ line, decide, decided, placeOf: placeByKey }: CardProps) {
  const isGone = !decided && line.kind !== 'Add' && !line.linked
  const isLeft = line.decisions.contact === 'present'
  return (
    <section className={styles.card} aria-label={`Change ${line.position}`}>
      <div className={styles.head}>
        <h3>
          {line.position}. {changeTitle(line)}
        </h3>
        <span className={styles.note}>{whenWords(line)}</span>
      </div>
      <p className={styles.note}>{[reachWords(line), line.reason].filter(Boolean).join(' ')}</p>
      {isGone && (
        <Alert color="yellow" mt="xs" title="No longer this contact here">
          {line.kind === 'End'
            ? 'Somebody has already removed the person; there is nothing left to end.'
            : 'Somebody has already removed the person. Add the person again as requested, or leave it.'}
        </Alert>
      )}
      <CompareTable line={line} decide={isLeft ? null : decide} decided={decided} placeOf={placeByKey} />
      {decided && isLeft && <p className={styles.note}>The reviewer left this one as it was.</p>}
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
