import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  propertyPlaces: [{ label: 'Timeline', order: 6, to: (id) => `/PropertyTimeline/${id}` }],
} satisfies WebModule
