import { statements } from '#features/statements/annualStatement/model/statements.ts'
import { cardWays, completeCardSql } from '../cardWays.ts'
import { reviewDriver, statusWays } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const getUrl = (afsId: number, statusId: number) => `${statements.path}/UpdateStatus/${afsId}/${statusId}`

export const drivers = reviewDriver(statements, {
  around: completeCardSql,
  ways: [
    ...statusWays(
      'UpdateStatus',
      `${statements.path}/UpdateStatus/:afsId/:status`,
      statements.flow.statuses,
      (afsId, statusId) => ({ url: getUrl(afsId, statusId), body: reason }),
    ),
    ...cardWays,
  ],
})
