import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { reviewWeb } from '#review/web/screens.ts'
import { facts } from '../model/facts.ts'

const { queue, permission } = facts
const at = '/rentIncrease'
const list = `${at}/RentIncreaseList`
const review = reviewWeb(facts, () => import('./pages.tsx'), {
  [`${at}/ReviewWorksheet/:id`]: 'Rent increase worksheet',
})

/** Rent increases. */
export default {
  ...review,
  screens: [
    screen(queue, 'Rent increases', () => import('./Queue.tsx'), { permission }),
    screen(`${list}/:propertyId`, 'Rent increases of a property', () => import('./PropertyIncreases.tsx'), {
      permission,
    }),
    ...review.screens,
    screen(`${at}/ReviewTaxCredit/:id`, 'Tax-credit review', () => import('./TaxCredit.tsx'), { permission }),
    screen(`${at}/ReviewCashFlow/:id`, 'Cash-flow review', () => import('./CashFlow.tsx'), { permission }),
  ],
  navigation: [
    {
      group: 'Finance',
      order: 240,
      label: 'Rent increases',
      to: queue,
      permission,
      below: ['RentIncreaseList', 'RentIncrease', 'ReviewWorksheet', 'ReviewTaxCredit', 'ReviewCashFlow'].map(
        (one) => `${at}/${one}`,
      ),
    },
  ],
  propertyPlaces: [{ label: 'Rent increases', order: 25, to: (id) => `${list}/${id}`, permission }],
} satisfies WebModule
