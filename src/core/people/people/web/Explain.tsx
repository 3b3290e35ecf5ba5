import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Access, anyone, type Need, permission, signedIn } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { explainAccess } from '../model/explain.ts'
import { getCallRules, type getPermissionGrid } from '../model/permissionCalls.ts'
import { keyLabels, permissionKeys } from '../model/permissionKeys.ts'
import { getAllScreens } from './knownScreens.ts'
import styles from './people.module.css'

type Grid = Answer<typeof getPermissionGrid>
type Question = { label: string; access: (need: Need) => Access; takesNeed: boolean }

/** Everything that can be explained, by its label: permissions first, then screens, then calls. */
function useQuestions(): ReadonlyMap<string, Question> {
  const rules = useCall(getCallRules, {})
  return useMemo(() => {
    const list: Question[] = [
      ...permissionKeys.map((key) => ({
        label: `Permission: ${keyLabels[key]}`,
        access: (need: Need) => permission(key, need),
        takesNeed: true,
      })),
      ...getAllScreens().map(({ path, title, layout, permission: key }) => ({
        label: `Screen: ${title} (${path})`,
        access: (need: Need) => (layout === 'public' ? anyone : key ? permission(key, need) : signedIn),
        takesNeed: key !== undefined,
      })),
      ...rules.map((rule) => ({
        label: `Call: ${rule.method} ${rule.path}`,
        access: () => rule.access,
        takesNeed: false,
      })),
    ]
    return new Map(list.map((item) => [item.label, item]))
  }, [rules])
}

/**
 * Explains which rule allows or denies this person a permission, a screen or a call, on one property or
 * anywhere.
 */
export function Explain({ grid }: { grid: Grid }) {
  const questions = useQuestions()
  const [label, setLabel] = useState('Permission: Replacement reserve')
  const [need, setNeed] = useState<Need>('read')
  const [propertyId, setPropertyId] = useState<number | null>(null)
  const labels = useMemo(() => [...questions.keys()].map((label) => ({ value: label, label })), [questions])
  const propertyOptions = useMemo(
    () => grid.properties.map((property) => ({ value: property.propertyId, label: property.propertyName })),
    [grid.properties],
  )
  const question = questions.get(label)
  const answer = question && explainAccess(grid, question.access(need), propertyId ?? undefined)
  return (
    <section aria-labelledby="why" className={styles.panel}>
      <h2 id="why">Why may this person do it, or why not?</h2>
      <div className={styles.bar} data-noprint>
        <ChoiceInput
          label="What"
          options={labels}
          value={label}
          onChange={(value) => setLabel(String(value ?? ''))}
          width="min(26rem, 100%)"
        />
        {question?.takesNeed && (
          <NativeSelect
            label="To do what"
            data={[
              { value: 'read', label: 'Read' },
              { value: 'write', label: 'Write' },
            ]}
            value={need}
            onChange={(event) => setNeed(event.currentTarget.value as Need)}
          />
        )}
        <ChoiceInput
          label="Property (empty: anywhere)"
          options={propertyOptions}
          value={propertyId}
          onChange={(value) => setPropertyId(value === null ? null : Number(value))}
          width="min(22rem, 100%)"
        />
      </div>
      <div className={styles.verdict} role="status">
        {answer && <Chip color={answer.may ? 'green' : 'red'}>{answer.may ? 'Yes' : 'No'}</Chip>}
        <p>{answer ? answer.why : 'Choose what to ask about.'}</p>
        {answer?.rule && <Chip>{`Rule ${answer.rule}`}</Chip>}
      </div>
    </section>
  )
}
