import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { allowanceFacts, getPropertyAllowancesPath } from '../model/facts.ts'

const { permission, queue } = allowanceFacts
const review = reviewWeb(allowanceFacts, () => import('./pages.tsx'))
const lookups = () => import('./Lookups.tsx')

/** The web module of utility allowances. */
export default {
  ...review,
  screens: [
    screen(
      '/utilityAllowance/list/project/:projectId',
      'Utility allowances of a property',
      () => import('./PropertyAllowances.tsx'),
      { permission },
    ),
    screen('/utilityAllowance/list/:id', 'Utility allowances', () => import('./UserList.tsx'), {
      permission,
    }),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Compliance',
      order: 122,
      label: 'Utility allowances',
      to: queue,
      permission,
      below: ['/utilityAllowance'],
    },
  ],
  begunAtProperty: [
    {
      kind: allowanceFacts.name,
      moduleId: TaskType.UtilityAllowance,
      label: allowanceFacts.label,
      to: getPropertyAllowancesPath,
      permission,
      order: 60,
    },
  ],
  propertyPlaces: [{ label: 'Utility allowances', order: 28, to: getPropertyAllowancesPath, permission }],
  tabs: [
    { on: 'lists', label: 'Sources of utility allowances', order: 30, load: lookups },
    {
      on: 'lists',
      label: 'Rent-controlling authorities',
      order: 31,
      load: async () => ({ default: (await lookups()).Authorities }),
    },
  ],
} satisfies WebModule
