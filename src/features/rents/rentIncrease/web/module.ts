import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { queue, permission } = facts
const basePath = '/rentIncrease'
const list = `${basePath}/RentIncreaseList`
const review = reviewWeb(facts, () => import('./pages.tsx'), {
  [`${basePath}/ReviewWorksheet/:id`]: 'Rent increase worksheet',
  [`${basePath}/ReviewTaxCredit/:id`]: 'Rent increase: tax-credit review',
  [`${basePath}/ReviewCashFlow/:id`]: 'Rent increase: cash-flow review',
})

/** The web side of rent increases: screens, navigation, and links from properties. */
export default {
  ...review,
  screens: [
    screen(queue, 'Rent increases', () => import('./Queue.tsx'), { permission }),
    screen(`${list}/:propertyId`, 'Rent increases of a property', () => import('./PropertyIncreases.tsx'), {
      permission,
    }),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Requests',
      order: 240,
      label: 'Rent increases',
      to: queue,
      permission,
      below: ['RentIncreaseList', 'RentIncrease', 'ReviewWorksheet', 'ReviewTaxCredit', 'ReviewCashFlow'].map(
        (text) => `${basePath}/${text}`,
      ),
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: TaskType.RentIncrease,
      label: facts.label,
      to: (id) => `${basePath}/RentIncrease/${id}/0`,
      permission,
      order: 40,
    },
  ],
  propertyPlaces: [{ label: 'Rent increases', order: 25, to: (id) => `${list}/${id}`, permission }],
} satisfies WebModule
