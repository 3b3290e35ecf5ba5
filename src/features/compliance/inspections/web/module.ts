import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { getInspectionPath } from '../model/rules.ts'

const permission = 'Inspection'

export default {
  screens: [
    screen('/inspection/multiNav', 'Inspections', () => import('./Board.tsx'), {
      permission,
      aliases: ['/multiNav'],
    }),
    screen('/inspection/visits', 'Visits', () => import('./visit/Visits.tsx'), { permission }),
    screen('/inspection/visit/:inspectionId', 'Visit', () => import('./visit/Visit.tsx'), { permission }),
    screen(
      '/inspection/list/:projectId',
      'Inspections of a property',
      () => import('./PropertyInspections.tsx'),
      {
        permission,
        aliases: ['/list/:projectId'],
      },
    ),
    screen('/inspection/view/create/:projectId', 'New inspection', () => import('./NewInspection.tsx'), {
      permission,
      aliases: ['/view/create/:projectId'],
    }),
    screen('/inspection/view/edit/:inspectionId', 'Inspection', () => import('./Inspection.tsx'), {
      permission,
      aliases: ['/view/edit/:inspectionId'],
    }),
  ],
  navigation: [
    {
      group: 'Compliance',
      order: 113,
      label: 'Inspections',
      to: '/inspection/multiNav',
      permission,
      below: ['/inspection'],
    },
  ],
  outbox: () => import('./visit/kinds.ts').then(({ visitKinds }) => visitKinds),
  found: { inspection: { heading: 'Inspections', to: ({ id }) => getInspectionPath(id) } },
  propertyPlaces: [{ label: 'Inspections', order: 32, to: (id) => `/inspection/list/${id}`, permission }],
  documentLabels: { ComplianceInspection: 'Inspection' },
  tabs: [{ on: 'lists', label: 'Sample of units', order: 43, load: () => import('./SampleSteps.tsx') }],
} satisfies WebModule
