import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts
const open = (id: number, propertyId: number) => `/OperatingReserve/${id}/${propertyId}`

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 215,
      label: 'Operating reserve',
      to: facts.queue,
      permission,
      below: ['/OperatingReserveList', '/OperatingReserve'],
    },
  ],
  tabs: [{ on: 'lists', label: 'Kinds of operating cost', order: 10, load: () => import('./CostTypes.tsx') }],
  found: { [facts.name]: { heading: `${facts.label}s`, to: ({ id, propertyId }) => open(id, propertyId ?? 0) } },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
