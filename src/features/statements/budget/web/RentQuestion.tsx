import { Alert, Anchor, Radio, Stack } from '@mantine/core'
import { useController, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { useFigureRows } from '#engines/worksheet/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import type { Detail } from '../model/budgets.ts'
import { getBudgetTies } from '../model/ties.ts'
import type { BudgetValues } from './formLines.ts'
import { useBudgetContent } from './Sheet.tsx'

const NAME = 'rentIncreaseIncluded'
const LABEL = 'Is a rent increase to be asked for?'

/**
 * The question shown when proposed gross potential rent exceeds the approved rents: whether the company
 * will ask for a rent increase.
 */
export function RentQuestion({ detail }: { detail: Detail }) {
  const lines = useFigureRows<BudgetValues>('lines')
  const draft = useBudgetContent(detail)
  const { form, id } = useFormParts<BudgetValues>()
  const { field } = useController({ name: NAME, control: form.control })
  const fault = useFault(NAME)
  useLabel(NAME, LABEL)
  const answer = useWatch({ control: form.control, name: NAME })
  const tie = getBudgetTies({ lines, ...draft }, { ...detail, months: draft.months }).find(
    (budgetTie) => budgetTie.id === 'BUD-T1',
  )
  if (!tie || tie.agrees) return null
  const over = formatMoney(fromCents(tie.difference))
  const percent = ((tie.difference / tie.right.cents) * 100).toFixed(2)
  const increase = `/rentIncrease/RentIncrease/${detail.propertyId}/0?type=2&raise=${percent}&from=${detail.from}`
  return (
    <Alert
      color="yellow"
      title={`Proposed rents are ${over} above the approved rents of ${formatMoney(detail.rents)}`}
    >
      <Stack gap="xs">
        <p>
          That is {percent}% more. A budget raises no rents: they hold once a rent increase of its own is
          approved.
        </p>
        <Radio.Group
          id={fieldId(id, NAME)}
          label={LABEL}
          error={fault}
          value={answer === null || answer === undefined ? '' : String(answer)}
          onChange={(value) => field.onChange(value === 'true')}
        >
          <Radio value="true" label="Yes" />
          <Radio
            value="false"
            label="No: the proposed rents are corrected, or explained in the note of 5120"
          />
        </Radio.Group>
        {answer === true && (
          <p>
            <Anchor component={Link} to={increase}>
              Open a rent increase on this budget, filled in with {percent} % from{' '}
              {formatDate(detail.from, 'MM/DD/YYYY')}
            </Anchor>
            . It must be submitted by the end of its window.
          </p>
        )}
        {answer === false && <p>Without a rent increase the approved rents stay as they are.</p>}
      </Stack>
    </Alert>
  )
}
