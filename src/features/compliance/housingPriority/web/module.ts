import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { getPropertyCertificationsPath, priorityFacts } from '../model/facts.ts'

const { permission, queue } = priorityFacts
const userListPath = '/HousingPriorityCertificationProjectList'
const propertyListPath = '/HousingPriorityCertificationList'
const activePaths = [queue, userListPath, propertyListPath, '/HousingPriorityCertification']
const review = reviewWeb(priorityFacts, () => import('./pages.tsx'))

/** The web module of the housing priority certification (Exhibit Z). */
export default {
  ...review,
  screens: [
    screen(queue, 'Housing priority certifications', () => import('./AdminList.tsx'), { permission }),
    screen(userListPath, 'Housing priority certification', () => import('./ProjectList.tsx'), { permission }),
    screen(
      `${propertyListPath}/:projectId`,
      'Housing priority certification of a property',
      () => import('./PropertyCertifications.tsx'),
      {
        permission,
      },
    ),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Compliance',
      order: 126,
      label: 'Housing priority',
      to: queue,
      permission,
      only: 'agency',
      below: activePaths,
    },
    {
      group: 'Compliance',
      order: 126,
      label: 'Housing priority',
      to: userListPath,
      permission,
      only: 'company',
      below: activePaths,
    },
  ],
  begunAtProperty: [
    {
      kind: priorityFacts.name,
      moduleId: TaskType.ExhibitZ,
      label: priorityFacts.label,
      to: (id) => priorityFacts.fresh.replace(':projectId', String(id)),
      permission,
      order: 64,
    },
  ],
  propertyPlaces: [{ label: 'Housing priority', order: 30, to: getPropertyCertificationsPath, permission }],
} satisfies WebModule
