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
  const formatValue = (path: string, value: unknown) => {
    const text =
      typeof value === 'object' && value !== null ? 'changed' : displayValue(factsAt(schema, path), value)
    return text || 'nothing'
  }
  if (conflicts.length === 0) return null
  return (
    <ul className={css.differences}>
      {conflicts.map(({ path, mine, theirs }) => (
        <li key={path}>
          {nameOfField(schema, path, labels)}: yours <b>{formatValue(path, mine)}</b>, theirs{' '}
          <b>{formatValue(path, theirs)}</b>
        </li>
      ))}
    </ul>
  )
}
