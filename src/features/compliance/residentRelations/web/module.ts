import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

const list = () => import('./MatterList.tsx')

/**
 * The specification has no permission group for this (reading B10): a company sees the matters it was asked
 * about.
 */
export default {
  screens: [
    screen('/ResidentRelationsProjectList', 'Resident relations', () => import('./ProjectList.tsx')),
    screen('/ResidentRelationsList/:projectId', 'Residents’ matters of a property', list),
    screen('/ResidentRelationsList/:projectId/:issueTypeFilter', 'Residents’ matters of a kind', list),
    screen(
      '/ResidentRelations/:id/:residentRelationsId',
      'Matter of a resident',
      () => import('./Matter.tsx'),
      {
        property: 'id',
      },
    ),
  ],
  navigation: [
    {
      group: 'Compliance',
      order: 117,
      label: 'Resident relations',
      to: '/ResidentRelationsProjectList',
      below: ['/ResidentRelations'],
    },
  ],
  propertyPlaces: [{ label: 'Resident relations', order: 31, to: (id) => `/ResidentRelationsList/${id}` }],
  documentLabels: { ResidentRelations: 'Matter of a resident' },
  tabs: [{ on: 'lists', label: 'Kinds of residents’ matters', order: 41, load: () => import('./Kinds.tsx') }],
} satisfies WebModule
