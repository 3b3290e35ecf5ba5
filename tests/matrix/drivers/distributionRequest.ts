import { findStepTo, getForcibleStatuses } from '#engines/review/model/index.ts'
import { requests } from '#features/statements/distributionRequest/model/requests.ts'
import { forceTo, reviewDriver, statusWays, stepWay } from '../reviewWays.ts'

const { path, flow } = requests

export const drivers = reviewDriver(requests, {
  ways: [
    stepWay(`${path}/StartReview/:requestId`, () => ({ name: 'startReview' })),
    stepWay(`${path}/Approve/:requestId`, (actor, from, flow) => {
      const name = findStepTo(flow, from, 5, actor)
      return name ? { name } : null
    }),
    stepWay(`${path}/Deny/:requestId`, () => ({ name: 'deny' })),
    stepWay(`${path}/Reopen/:requestId`, () => ({ name: 'reopen' })),
    ...statusWays(
      'AdminChangeStatus',
      `${path}/AdminChangeStatus/:requestId/:status`,
      getForcibleStatuses(flow),
      (id, to) => ({
        url: `${path}/AdminChangeStatus/${id}/${to}?reason=test`,
        body: undefined,
      }),
      forceTo,
    ),
  ],
})
