import { Alert } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import type { FormValues } from '#engines/review/web/index.ts'
import { sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { OperatingReserveRequest } from '../model/entities.ts'
import type { RequestDetail } from '../model/operating.ts'
import { computeNeed, getOperatingReserveBalance, getRequestWarnings } from '../model/rules.ts'

const formatAmount = (amount: number | null): string => (amount === null ? '' : formatMoney(amount))

/**
 * Shows the amount that the property needs by the typed figures, next to the requested amount and the
 * reserve’s balance, with warnings if the request is above either.
 */
export function Need({ detail, items }: { detail: RequestDetail; items: Parameters<typeof sumDrawn>[0] }) {
  const { form } = useFormParts<FormValues<typeof OperatingReserveRequest>>()
  const names = ['currentPayables', 'dueWithinMonth', 'cashAvailable', 'reserveTypeId'] as const
  const [currentPayables, dueWithinMonth, cashAvailable, reserveTypeId] = useWatch({
    control: form.control,
    name: names,
  })
  const figures = {
    currentPayables: currentPayables ?? null,
    dueWithinMonth: dueWithinMonth ?? null,
    cashAvailable: cashAvailable ?? null,
  }
  const total = sumDrawn(items)
  const balance = getOperatingReserveBalance({
    reserves: detail.reserves,
    reserveTypeId: reserveTypeId ?? null,
  })
  const warningTexts = getRequestWarnings(figures, total, balance)
  return (
    <>
      <Facts
        facts={[
          { label: 'Needed by these figures', value: formatAmount(computeNeed(figures)) },
          { label: 'Asked for', value: formatMoney(total) },
          { label: 'Balance of the reserve', value: formatAmount(balance) },
        ]}
      />
      {warningTexts.length > 0 && <Alert color="yellow">{warningTexts.join(' ')}</Alert>}
    </>
  )
}
