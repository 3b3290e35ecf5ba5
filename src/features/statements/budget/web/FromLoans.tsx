import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FigureRow } from '#engines/worksheet/web/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/budgets.ts'
import { getDebtService } from '../model/calls.ts'

/** The button that fills in the debt service of the loans in the register. Renders nothing without any. */
export function FillFromLoansButton({ detail: { propertyId, budgetYear } }: { detail: Detail }) {
  const { form } = useFormParts<{ lines: FigureRow[] }>()
  const { data } = useQuery(buildCallQuery(getDebtService, { params: { propertyId, year: budgetYear } }))
  const total = data ? sumMoney(Object.values(data.lines)) : 0
  if (!data || total === 0) return null
  const fillDebtService = () => {
    const rows = form.getValues('lines')
    form.setValue(
      'lines',
      rows.map((row) => ({ ...row, proposed: data.lines[row.clientKey] ?? row.proposed ?? null })),
      { shouldDirty: true },
    )
    notify(`Debt service is taken from the loans: ${data.loans.join(', ')}.`)
  }
  return (
    <Button
      variant="default"
      onClick={fillDebtService}
      title={`${formatMoney(total)} a year: ${data.loans.join(', ')}`}
    >
      Use loans
    </Button>
  )
}
