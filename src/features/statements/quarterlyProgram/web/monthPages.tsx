import type { PagesOf } from '#engines/review/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { later } from '#ui/frame/later.tsx'
import type { months } from '../model/months.ts'
import { formLines } from './formLines.ts'
import { MonthForm } from './MonthForm.tsx'
import { getMonthFacts } from './words.ts'

/** The screens of a month: its form, its facts and its read-only view. */
export const monthPages: PagesOf<typeof months> = {
  isSheet: true,
  Form: MonthForm,
  placesButtons: true,
  formLines,
  facts: (detail) => [
    ...getMonthFacts(detail),
    { label: 'Total revenue', value: formatMoney(detail.totals?.revenue) },
    { label: 'Net operating income', value: formatMoney(detail.totals?.operatingIncome) },
    { label: 'Cash left', value: formatMoney(detail.totals?.cashLeft) },
  ],
  Filed: later(async () => (await import('./MonthReading.tsx')).ReadOnlyMonth),
}
