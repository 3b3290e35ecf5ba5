import { useWatch } from 'react-hook-form'
import type { FormValues } from '#engines/review/web/index.ts'
import { formatDate, parseDay, today } from '#kernel/model/dates.ts'
import { LineChart } from '#ui/chart/LineChart.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import type { ReplacementReserveExtension, ReplacementReserveSuspension } from '../model/entities.ts'
import { type ProjectedMonth, projectBalance } from '../model/projection.ts'
import type { SuspensionDetail } from '../model/suspensions.ts'

const col = columns<ProjectedMonth>()
const monthColumns = [
  col.date('Month', (month) => month.month, { width: 105 }),
  col.text('Deposit', (month) => (month.inTerm ? 'Suspended' : 'Made'), { width: 100 }),
  col.money('Under the request', (month) => month.suspended, { width: 150 }),
  col.money('Per unit', (month) => month.perUnit, { width: 120 }),
  col.money('With deposits going on', (month) => month.withDeposits, { width: 180 }),
]

type BalanceProps = {
  account: SuspensionDetail['account']
  startMonth: string | null
  endMonth: string | null
}

/**
 * A chart and a table of the reserve’s balance by month: under the suspension, and with deposits going on.
 */
export function Balance({ account, startMonth, endMonth }: BalanceProps) {
  if (!account || !startMonth || !endMonth || endMonth < startMonth) return null
  const months = projectBalance(today(), { account, startMonth, endMonth })
  if (months.length < 2) return null
  const span = `${formatDate(months[0]?.month, 'MM/DD/YYYY')} to ${formatDate(months.at(-1)?.month, 'MM/DD/YYYY')}`
  return (
    <section aria-label="Balance month by month">
      <h2>Balance month by month</h2>
      <p>Without interest and draws, which are not known yet.</p>
      <LineChart
        label={`What the reserve would hold from ${span}; the figures are in the table below`}
        span={span}
        lines={[
          { label: 'Under the request', values: months.map((month) => month.suspended) },
          {
            label: 'With deposits going on',
            values: months.map((month) => month.withDeposits),
            broken: true,
          },
        ]}
      />
      <PlainTable
        caption="Balance month by month"
        rows={months}
        columns={monthColumns}
        rowKey={(month) => month.month}
        height={280}
      />
    </section>
  )
}

/** The balance by month in the form of a suspension. It follows the typed months. */
export function TypedBalance({ account }: Pick<BalanceProps, 'account'>) {
  const { form } = useFormParts<FormValues<typeof ReplacementReserveSuspension>>()
  const [start, end] = useWatch({ control: form.control, name: ['startMonth', 'endMonth'] })
  return <Balance account={account} startMonth={parseDay(start)} endMonth={parseDay(end)} />
}

/** The balance by month in the form of an extension. It follows the typed last month. */
export function TypedExtensionBalance({ account, startMonth }: Pick<BalanceProps, 'account' | 'startMonth'>) {
  const { form } = useFormParts<FormValues<typeof ReplacementReserveExtension>>()
  const end = useWatch({ control: form.control, name: 'requestedEnd' })
  return <Balance account={account} startMonth={startMonth} endMonth={parseDay(end)} />
}
