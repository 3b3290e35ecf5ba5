import { Button } from '@mantine/core'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import type { Row } from '../model/rows.ts'
import { formatPercentOverCap } from '../model/rules.ts'
import { formatPercent, formatWholeDollars } from './figures.ts'
import type { FormRow } from './formLines.ts'
import styles from './rents.module.css'

const formatWhole = (amount: number | null): string => (amount === null ? '' : formatWholeDollars(amount))

/**
 * The content below a row of the company's form: how the rule computes the new rent, with its confirmation;
 * why a row is over its cap; or the removal of a new row.
 */
export function RowResult({ row, index, cap }: { row: Row; index: number; cap: number }) {
  if (row.isNew) return <RemoveButton row={row} index={index} />
  if (!row.passes)
    return (
      <span className={styles.fault}>
        {row.percent === null
          ? 'The current rent is 0, so there is no percent. Ask the agency to file this row.'
          : `${formatPercentOverCap(row.percent, cap)} is more than the ${cap}% allowed. The most you may ask is ${formatWhole(row.most)}.`}
      </span>
    )
  return (
    <span className={styles.steps}>
      <RoundingSteps row={row} cap={cap} />
      <ConfirmButton row={row} index={index} />
    </span>
  )
}

/** The steps by which the rule computes the new rent from the entered one. */
function RoundingSteps({ row, cap }: { row: Row; cap: number }) {
  const { current, requested, percent, roundedPercent, how, most: maximum } = row
  const steps: [string, string][] = [
    ['You typed', `${formatWhole(current)} → ${formatWhole(requested)} = ${formatPercent(percent)}`],
    ['Up to the next half percent', `${formatPercent(roundedPercent)} (cap ${formatPercent(cap)})`],
    ['Whole dollars, rounded up', formatWhole(how?.firstRoundedUp ?? null)],
    [
      `Not over ${formatPercent(roundedPercent)}`,
      `${formatWhole(how?.rent ?? null)}, ${formatPercent(how?.actualPercent ?? null, 4)}`,
    ],
    ['Most you may ask', formatWhole(maximum)],
  ]
  return (
    <>
      {steps.map(([label, value]) => (
        <span key={label}>
          <span className={styles.quiet}>{label} </span>
          {value}
        </span>
      ))}
    </>
  )
}

/**
 * The button that confirms a new rent that differs from the entered one. Typing another rent withdraws the
 * confirmation.
 */
function ConfirmButton({ row, index }: { row: Row; index: number }) {
  const { form, id } = useFormParts<{ lines: FormRow[] }>()
  const path = `lines.${index}.confirmedRent` as const
  const fault = useFault(path)
  return (
    <>
      <Button
        id={fieldId(id, path)}
        size="compact-xs"
        aria-label={`Confirm ${formatWhole(row.newRent)} for ${row.label}`}
        onClick={() => form.setValue(path, row.newRent, { shouldDirty: true })}
      >
        Confirm {formatWhole(row.newRent)}
      </Button>
      {fault && <span className={styles.fault}>{fault}</span>}
    </>
  )
}

/** The button that removes an added row. Rows of rents in force cannot be removed. */
function RemoveButton({ row, index }: { row: Row; index: number }) {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  const remove = () => {
    const rows = form.getValues('lines')
    form.setValue(
      'lines',
      rows.filter((_, position) => position !== index),
      { shouldDirty: true },
    )
  }
  return (
    <Button size="compact-xs" variant="default" aria-label={`Remove ${row.label}`} onClick={remove}>
      Remove this new rent
    </Button>
  )
}
