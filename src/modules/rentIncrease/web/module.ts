import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts
const list = (propertyId: number) => `/rentIncrease/RentIncreaseList/${propertyId}`

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 240,
      label: 'Rent increases',
      to: facts.queue,
      permission,
      below: ['RentIncreaseList', 'RentIncrease', 'ReviewWorksheet', 'ReviewTaxCredit', 'ReviewCashFlow'].map(
        (one) => `/rentIncrease/${one}`,
      ),
    },
  ],
  propertyPlaces: [{ label: 'Rent increases', order: 25, to: list, permission }],
  found: {
    [facts.name]: {
      heading: 'Rent increases',
      to: ({ id, propertyId }) => `/rentIncrease/RentIncrease/${propertyId}/${id}`,
    },
  },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
