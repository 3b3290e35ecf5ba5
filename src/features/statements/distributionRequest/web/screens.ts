import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission, label } = facts
const importRequest = () => import('./Request.tsx')
const years = () => import('./YearList.tsx')

/** The screens of distribution requests with their paths. */
export const screens = [
  screen('/DistributionRequest/view/:requestId', label, importRequest, { permission }),
  screen('/DistributionRequest/review/:requestId', label, importRequest, { permission }),
  screen(facts.queue, 'Distribution requests', years, { permission }),
  screen('/DistributionRequest/review/list/:year', 'Distribution requests of a year', years, { permission }),
  screen(
    '/DistributionRequest/list/single/:propertyId',
    'Distribution requests of a property',
    () => import('./PropertyRequests.tsx'),
    { permission },
  ),
  screen(facts.multi, 'Distribution requests', () => import('./MultiList.tsx'), { permission }),
]
