import { formatMoney } from '#kernel/model/money.ts'
import { columnsWith, type PagesOf } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { MonthLine, months } from '../model/months.ts'
import { months as declared } from '../model/months.ts'
import { monthName } from '../model/periods.ts'
import { held } from './held.ts'
import { MonthForm } from './MonthForm.tsx'
import { MonthReading } from './MonthReading.tsx'
import { monthFacts } from './words.ts'

const col = columns<MonthLine>()

/** How a month is seen. */
export const monthPages: PagesOf<typeof months> = {
  Form: MonthForm,
  held,
  facts: (detail) => [
    ...monthFacts(detail),
    { label: 'Total revenue', value: formatMoney(detail.totals?.revenue) },
    { label: 'Net operating income', value: formatMoney(detail.totals?.operatingIncome) },
    { label: 'Cash left', value: formatMoney(detail.totals?.cashLeft) },
  ],
  Filed: MonthReading,
  columns: columnsWith(declared, [
    col.text('Month', (line) => monthName(line.periodDate), { width: 120, served: 'periodDate' }),
  ]),
}
