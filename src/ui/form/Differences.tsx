import { displayValue } from './display.ts'
import { nameOfField } from './faults.ts'
import css from './form.module.css'
import { useFormParts } from './formContext.ts'
import type { Conflict } from './merge.ts'
import { factsAt } from './metadata.ts'

/**
 * Shows the fields that were changed in two ways, each with its value here and its value in the other
 * version.
 */
export function Differences({ conflicts }: { conflicts: readonly Conflict[] }) {
  const { schema, labels } = useFormParts()
  const shown = (path: string, value: unknown) => {
    const shown =
      typeof value === 'object' && value !== null ? 'changed' : displayValue(factsAt(schema, path), value)
    return shown || 'nothing'
  }
  if (conflicts.length === 0) return null
  return (
    <ul className={css.differences}>
      {conflicts.map(({ path, mine, theirs }) => (
        <li key={path}>
          {nameOfField(schema, path, labels)}: yours <b>{shown(path, mine)}</b>, theirs{' '}
          <b>{shown(path, theirs)}</b>
        </li>
      ))}
    </ul>
  )
}
