import { useWatch } from 'react-hook-form'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { type Origin, originWords } from '#statement/model/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import {
  centsIn,
  formulaWords,
  labelOf,
  moneyOf,
  type Part,
  type ScheduleRow,
  scheduleOf,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'

/** What opens below a line: its further columns, what is computed of it, and where its figures come from. */
export function LineDetail({ part, index, detail }: { part: Part; index: number; detail: Detail }) {
  const { form } = useFormParts()
  const schedule = scheduleOf(part)
  const row = (useWatch({ control: form.control, name: `${part}.${index}` }) ?? {}) as ScheduleRow
  const stored = detail[part].find((one) =>
    row[schedule.key] ? one[schedule.key] === row[schedule.key] : one.clientKey === row.clientKey,
  )
  const further = Object.keys(schedule.columns).slice(schedule.inLine)
  return (
    <>
      <FieldRow>
        {further.map((name) => (
          <Field key={name} name={`${part}.${index}.${name}`} {...wide(name)} {...exact} />
        ))}
      </FieldRow>
      <Facts facts={[...computedOf(part, row), ...originsOf(part, row, stored, detail)]} />
    </>
  )
}

/** Figures to the cent, and below zero where they are. */
const exact = { rounding: false, negative: true, decimals: 4 }
const wide = (name: string) =>
  ['relationship', 'requestNumbers', 'address'].includes(name) ? { width: 420 } : { width: 200 }

/** Each computed figure with its formula. */
const computedOf = (part: Part, row: ScheduleRow) => {
  const schedule = scheduleOf(part)
  return Object.entries(schedule.computed).map(([name, { label }]) => ({
    label,
    value: `${formatMoney(fromCents(centsIn(schedule, row, name)))} ${formulaWords(schedule, name)}`,
  }))
}

/** Where each figure comes from that still stands as it was stored. */
const originsOf = (part: Part, row: ScheduleRow, stored: ScheduleRow | undefined, { people }: Detail) => {
  const schedule = scheduleOf(part)
  const origins = (stored?.origins ?? {}) as Record<string, Origin>
  return moneyOf(schedule)
    .filter((name) => origins[name] && stored?.[name] === row[name])
    .map((name) => ({ label: labelOf(schedule, name), value: originWords(origins[name], people) }))
}
