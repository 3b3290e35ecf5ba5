import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { formFacts, getPropertyFormsPath } from '../model/facts.ts'

const { permission, queue } = formFacts
const basePath = '/complianceForms'
const review = reviewWeb(formFacts, () => import('./pages.tsx'))

/** The web module of compliance forms. */
export default {
  ...review,
  screens: [
    screen(queue, 'Compliance forms', () => import('./MultiNav.tsx'), { permission }),
    screen(
      `${basePath}/list/:projectId`,
      'Compliance forms of a property',
      () => import('./PropertyForms.tsx'),
      {
        permission,
      },
    ),
    screen(
      `${basePath}/settings/:propertyId`,
      'Settings of compliance forms',
      () => import('./SettingsOfProperty.tsx'),
      {
        permission,
      },
    ),
    ...review.screens,
    screen(`${basePath}/:projectId/:exhibitId`, 'Compliance form', () => import('./Entry.tsx'), {
      permission,
    }),
  ],
  navigation: [
    { group: 'Compliance', order: 124, label: 'Compliance forms', to: queue, permission, below: [basePath] },
  ],
  begunAtProperty: [
    {
      kind: formFacts.name,
      moduleId: TaskType.Exhibit,
      label: formFacts.label,
      to: getPropertyFormsPath,
      permission,
      order: 62,
    },
  ],
  propertyPlaces: [{ label: 'Compliance forms', order: 29, to: getPropertyFormsPath, permission }],
} satisfies WebModule
