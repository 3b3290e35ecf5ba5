import type { Served } from '#kernel/server/serve.ts'
import { asOfHandlers } from './asOf.ts'
import { commentHandlers } from './comments.ts'
import { companyHandlers } from './company.ts'
import { countHandlers } from './counts.ts'
import { detailHandlers } from './detail.ts'
import { filedStepHandlers } from './filedSteps.ts'
import { historyHandlers } from './history.ts'
import { infoHandlers } from './info.ts'
import { listHandlers } from './list.ts'
import { nearbyHandlers } from './nearby.ts'
import { peopleHandlers } from './people.ts'
import { photoHandlers } from './photo.ts'
import { programHandlers } from './programme.ts'
import { projectHandlers } from './projects.ts'
import { rentHandlers } from './rents.ts'
import { statusHandlers } from './status.ts'
import { userHandlers } from './users.ts'

export type { PropertyCounts } from './counts.ts'
export { loadPropertyDetail } from './detail.ts'
export type { FiledSteps } from './filedSteps.ts'
export { nonComplianceSql } from './nonCompliance.ts'
export { propertyNumberSql } from './number.ts'
export { lockPropertyForChange, readProperty } from './property.ts'
export {
  type DecontrolFollower,
  loadOpenWork,
  type OpenRecordsSql,
  takeDecontrolStep,
} from './status.ts'

/** The handlers of all calls of the properties module. */
export const served: Served[] = [
  ...projectHandlers,
  ...listHandlers,
  ...infoHandlers,
  ...detailHandlers,
  ...statusHandlers,
  ...countHandlers,
  ...filedStepHandlers,
  ...historyHandlers,
  ...asOfHandlers,
  ...rentHandlers,
  ...programHandlers,
  ...commentHandlers,
  ...nearbyHandlers,
  ...companyHandlers,
  ...peopleHandlers,
  ...photoHandlers,
  ...userHandlers,
]
