import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  propertyPlaces: [{ label: 'Fact sheet', order: 5, to: (id) => `/FactSheet/${id}` }],
} satisfies WebModule
