import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { readColumn } from '#statement/model/index.ts'
import { useFigureRows } from '#statement/web/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { chartsIn } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { totalsOf } from '../model/totals.ts'
import styles from './quarterlyProgram.module.css'

/** What a month comes to while it is typed; it stays in sight. */
export function Live({ detail }: { detail: MonthDetail }) {
  const { balance, income } = chartsIn(detail)
  const sheet = readColumn(balance, useFigureRows('balance'))
  const { revenue, expenses, operatingIncome, cashLeft } = totalsOf(readColumn(income, useFigureRows('income')), sheet)
  const difference = sheet('1000T') - sheet('2033T')
  return (
    <section aria-label="Figures of this month" className={styles.live} data-stays>
      <Facts
        line
        facts={[
          { label: 'Total revenue', value: formatMoney(revenue) },
          { label: 'Cost of operations', value: formatMoney(expenses) },
          { label: 'Net operating income', value: formatMoney(operatingIncome) },
          { label: 'Cash left', value: formatMoney(cashLeft) },
          {
            label: 'Balance sheet',
            value:
              difference === 0 ? (
                'Balanced'
              ) : (
                <span className={styles.low}>differs by {formatMoney(fromCents(difference))}</span>
              ),
          },
        ]}
      />
    </section>
  )
}
