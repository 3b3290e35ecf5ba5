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
import { knownScreens } from './knownScreens.ts'
import styles from './people.module.css'

type Grid = Answer<typeof getPermissionGrid>
type Asked = { label: string; access: (need: Need) => Access; takesNeed: boolean }

/** All that can be asked about, by its label: permissions first, then screens, then calls. */
function useQuestions(): ReadonlyMap<string, Asked> {
  const rules = useCall(getCallRules, {})
  return useMemo(() => {
    const askeds: Asked[] = [
      ...permissionKeys.map((key) => ({
        label: `Permission: ${keyLabels[key]}`,
        access: (need: Need) => permission(key, need),
        takesNeed: true,
      })),
      ...knownScreens().map(({ path, title, layout, permission: key }) => ({
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
    return new Map(askeds.map((item) => [item.label, item]))
  }, [rules])
}

/**
 * Why this person may, or may not: the rule that decides about a permission, a screen or a call, on a
 * property or anywhere.
 */
export function Explain({ grid }: { grid: Grid }) {
  const questions = useQuestions()
  const [what, setWhat] = useState('Permission: Replacement reserve')
  const [need, setNeed] = useState<Need>('read')
  const [propertyId, setPropertyId] = useState<number | null>(null)
  const whats = useMemo(() => [...questions.keys()].map((label) => ({ value: label, label })), [questions])
  const places = useMemo(
    () => grid.properties.map((property) => ({ value: property.propertyId, label: property.propertyName })),
    [grid.properties],
  )
  const query = questions.get(what)
  const explained = query && explainAccess(grid, query.access(need), propertyId ?? undefined)
  return (
    <section aria-labelledby="why" className={styles.panel}>
      <h2 id="why">Why may this person do it, or why not?</h2>
      <div className={styles.bar} data-noprint>
        <ChoiceInput
          label="What"
          options={whats}
          value={what}
          onChange={(value) => setWhat(String(value ?? ''))}
          width="min(26rem, 100%)"
        />
        {query?.takesNeed && (
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
          options={places}
          value={propertyId}
          onChange={(value) => setPropertyId(value === null ? null : Number(value))}
          width="min(22rem, 100%)"
        />
      </div>
      <div className={styles.verdict} role="status">
        {explained && <Chip color={explained.may ? 'green' : 'red'}>{explained.may ? 'Yes' : 'No'}</Chip>}
        <p>{explained ? explained.why : 'Choose what to ask about.'}</p>
        {explained?.rule && <Chip>{`Rule ${explained.rule}`}</Chip>}
      </div>
    </section>
  )
}
