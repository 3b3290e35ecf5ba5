import { Button } from '@mantine/core'
import { formatMoney } from '#kernel/model/money.ts'
import type { PartProps } from '#review/web/index.ts'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { capOf } from '../model/arithmetic.ts'
import type { Detail } from '../model/increases.ts'
import { type Row, totalsOf } from '../model/rows.ts'
import type { FormRow } from './held.ts'
import styles from './increase.module.css'
import { LimitBar } from './LimitBar.tsx'

const points = (percent: number | null): string => (percent === null ? '' : `${percent.toFixed(2)}%`)
const whole = (amount: number | null): string => formatMoney(amount, { whole: true })

/** What each row becomes, why, whether the company agreed to it, and how it lies below its limit. */
export function Results({
  rows,
  type,
  detail,
}: { rows: readonly Row[]; type: number } & Pick<PartProps<Detail>, 'detail'>) {
  const { added, byRounding, ...totals } = totalsOf(rows)
  const cap = capOf(type, detail.caps)
  return (
    <>
      <section className={styles.scroll} aria-label="New rents">
        <table className={styles.results}>
          <caption className="visually-hidden">New rents</caption>
          <thead>
            <tr>
              <th scope="col">Unit and rent type</th>
              <th scope="col">New rent</th>
              <th scope="col">Your answer</th>
              <th scope="col">Gross rent as part of the limit</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td>
                  <strong>{whole(row.newRent)}</strong> {resultOf(row, cap)}
                  {row.how && <Steps row={row} cap={cap} />}
                </td>
                <td>
                  <Answer row={row} index={index} />
                </td>
                <td>
                  <LimitBar {...row} now={row.currentGross} next={row.gross} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Facts
        facts={[
          { label: 'Rents a month now', value: formatMoney(totals.current) },
          { label: 'After the adjustment', value: `${formatMoney(totals.becoming)} (${points(totals.percent)})` },
          { label: 'Change a year', value: formatMoney(added * 12) },
          { label: 'Rounding alone, a month', value: formatMoney(byRounding) },
          { label: 'Most a row may rise', value: points(cap) },
          { label: 'Rows to confirm', value: String(totals.toConfirm) },
        ]}
      />
    </>
  )
}

function resultOf({ difference, percent, requested, passes, isNew }: Row, cap: number): string {
  if (requested === null) return ''
  if (isNew) return 'new row, as typed'
  if (!passes) return percent === null ? 'no current rent' : `${points(percent)} is over the ${points(cap)} allowed`
  if (difference === 0) return 'as typed'
  return `${difference > 0 ? '+' : '−'}${whole(Math.abs(difference))} ${difference > 0 ? 'over' : 'under'} typed`
}

/** The five steps from what was typed to the new rent. */
function Steps({ row, cap }: { row: Row; cap: number }) {
  const { current, requested, percent, roundedPercent, how, most } = row
  const steps: [string, string][] = [
    ['You typed', `${whole(current)} → ${whole(requested)} = ${points(percent)}`],
    ['Up to the next half point', `${points(roundedPercent)} (cap ${points(cap)})`],
    ['Whole dollars, rounded up', whole(how?.firstRoundedUp ?? null)],
    [`Not over ${points(roundedPercent)}`, `${whole(how?.rent ?? null)}, which is ${how?.actualPercent.toFixed(4)}%`],
    ['Most you may ask', whole(most)],
  ]
  return (
    <details>
      <summary className={styles.quiet}>How it comes about</summary>
      <dl className={styles.steps}>
        {steps.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The company agrees to a rent that differs from what it typed; typing another takes that back. */
function Answer({ row, index }: { row: Row; index: number }) {
  const { form, id } = useFormParts()
  const path = `lines.${index}.confirmedRent`
  const fault = useFault(path)
  const confirm = () => {
    const rows = form.getValues('lines') as FormRow[]
    const agreed = rows.map((one, at) => (at === index ? { ...one, confirmedRent: row.newRent } : one))
    form.setValue('lines', agreed, { shouldDirty: true })
  }
  if (row.difference === 0) return <span className={styles.quiet}>Not needed</span>
  if (row.confirmed) return <span>✓ Confirmed</span>
  return (
    <>
      <Button
        id={fieldId(id, path)}
        size="compact-sm"
        aria-label={`Confirm ${whole(row.newRent)} for ${row.label}`}
        onClick={confirm}
      >
        Confirm {whole(row.newRent)}
      </Button>
      {fault && <div className={styles.fault}>{fault}</div>}
    </>
  )
}
