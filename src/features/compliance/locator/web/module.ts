import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { getListingVersionsPath, locatorFacts } from '../model/facts.ts'

const { permission, queue } = locatorFacts
const companyPath = '/ahlMultiNav'
const reportPath = '/approvedReport'
const activePaths = [queue, companyPath, reportPath, '/ahlList', '/ahl/']
const review = reviewWeb(locatorFacts, () => import('./pages.tsx'))

/** The web module of the affordable housing locator. */
export default {
  ...review,
  screens: [
    screen(queue, 'Housing locator', () => import('./AdminList.tsx'), {
      permission,
      aliases: [`/ahl${queue}`],
    }),
    screen(companyPath, 'Listings', () => import('./MultiNav.tsx'), {
      permission,
      aliases: [`/ahl${companyPath}`],
    }),
    screen(reportPath, 'Listings that are shown', () => import('./ApprovedReport.tsx'), {
      permission,
      aliases: [`/ahl${reportPath}`],
    }),
    screen('/ahlList/:propertyId', 'Listing of a property', () => import('./PropertyListing.tsx'), {
      permission,
      aliases: ['/ahl/ahlList/:propertyId'],
    }),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Compliance',
      order: 128,
      label: 'Housing locator',
      to: queue,
      permission,
      only: 'agency',
      below: activePaths,
    },
    {
      group: 'Compliance',
      order: 128,
      label: 'Housing locator',
      to: companyPath,
      permission,
      only: 'company',
      below: activePaths,
    },
  ],
  begunAtProperty: [
    {
      kind: locatorFacts.name,
      moduleId: locatorFacts.moduleId,
      label: locatorFacts.label,
      to: (id) => locatorFacts.fresh.replace(':propertyId', String(id)),
      permission,
      order: 66,
    },
  ],
  propertyPlaces: [{ label: 'Housing locator', order: 32, to: getListingVersionsPath, permission }],
} satisfies WebModule
