import { Button, Checkbox } from '@mantine/core'
import { formatMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { customIncomes as calls } from '../model/calls.ts'
import { AFSReportCardCustomIncome } from '../model/entities.ts'
import type { CardView } from '../model/view.ts'
import styles from './reportCard.module.css'
import type { CardWriting } from './useCard.ts'

const schema = AFSReportCardCustomIncome.row.pick({ description: true, amount: true })

const Field = getField(schema)

/**
 * The list in which the analyst adds or subtracts income used for debt coverage. Each row can be included
 * or not.
 */
export function CustomIncome({ view, write }: { view: CardView; write: CardWriting['write'] }) {
  const { card, custom, open } = view
  return (
    <Section
      title="Custom income"
      aside={
        <>
          <span className={styles.words}>
            added to the income of debt coverage; deductions with a minus sign
          </span>
          {open && (
            <RecordDialog
              button="Add"
              of="custom income"
              title="Add custom income"
              save="Add"
              schema={schema}
              values={{ description: '', amount: null }}
              send={(values) =>
                write(() =>
                  ask(
                    calls.create,
                    { body: { afsReportCardId: card.afsReportCardId, include: true, ...values } },
                    { quiet: true },
                  ),
                )
              }
              small
            >
              <Field name="description" />
              <Field name="amount" />
            </RecordDialog>
          )}
        </>
      }
    >
      {custom.length === 0 && <p className={styles.words}>None.</p>}
      <ul className={styles.custom}>
        {custom.map((row) => (
          <Row key={row.afsReportCardCustomIncomeId} row={row} open={open} write={write} />
        ))}
      </ul>
    </Section>
  )
}

type RowProps = { row: CardView['custom'][number]; open: boolean; write: CardWriting['write'] }

function Row({ row, open, write }: RowProps) {
  const { afsReportCardCustomIncomeId: id } = row
  return (
    <li>
      <Checkbox
        label={`${row.description}: ${formatMoney(row.amount)}`}
        checked={row.include}
        readOnly={!open}
        onChange={(event) => {
          const include = event.currentTarget.checked
          if (open)
            void write(() =>
              ask(calls.update, {
                body: { afsReportCardCustomIncomeId: id, include },
              }),
            )
        }}
      />
      {open && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={`Remove ${row.description}`}
          onClick={() => void write(() => ask(calls.remove, { params: { id: id } }))}
        >
          Remove
        </Button>
      )}
    </li>
  )
}
