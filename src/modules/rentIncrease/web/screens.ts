import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts
const at = '/rentIncrease'

/** Screens of rent increases. */
export const screens = [
  screen(facts.queue, 'Rent increases', () => import('./Queue.tsx'), { permission }),
  screen(
    `${at}/RentIncreaseList/:propertyId`,
    'Rent increases of a property',
    () => import('./PropertyIncreases.tsx'),
    {
      permission,
    },
  ),
  screen(facts.open, facts.label, () => import('./Request.tsx'), { permission }),
  screen(`${at}/ReviewWorksheet/:id`, 'Rent increase worksheet', () => import('./Worksheet.tsx'), { permission }),
  screen(`${at}/ReviewTaxCredit/:id`, 'Tax-credit review', () => import('./TaxCredit.tsx'), { permission }),
  screen(`${at}/ReviewCashFlow/:id`, 'Cash-flow review', () => import('./CashFlow.tsx'), { permission }),
]
