import { TaskType } from '#ground/portfolio/tasks/model/index.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { reviewWeb } from '#review/web/screens.ts'
import { facts, listPath } from '../model/facts.ts'

const { permission, queue } = facts
const userListPath = '/HousingPriorityCertificationProjectList'
const propertyListPath = '/HousingPriorityCertificationList'
const activePaths = [queue, userListPath, propertyListPath, '/HousingPriorityCertification']
const review = reviewWeb(facts, () => import('./pages.tsx'))

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
      kind: facts.name,
      moduleId: TaskType.ExhibitZ,
      label: facts.label,
      to: (id) => facts.fresh.replace(':projectId', String(id)),
      permission,
      order: 64,
    },
  ],
  propertyPlaces: [{ label: 'Housing priority', order: 30, to: listPath, permission }],
} satisfies WebModule
