import { requests } from '#features/reserves/replacementReserve/model/requests.ts'
import { forceTo, reviewDriver, statusWays, stepWay } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const { path, flow } = requests

export const drivers = reviewDriver(requests, {
  ways: [
    stepWay(`${path}/StartReview/:id`, () => ({ name: 'startReview' })),
    ...statusWays('ChangeStatus', `${path}/ChangeStatus`, flow.statuses, (requestId, statusId) => ({
      url: `${path}/ChangeStatus`,
      body: { requestId, statusId, ...reason },
    })),
    ...statusWays(
      'AdminChangeStatus',
      `${path}/AdminChangeStatus/:requestId/:status`,
      flow.statuses,
      (id, to) => ({ url: `${path}/AdminChangeStatus/${id}/${to}?reason=test`, body: undefined }),
      forceTo,
    ),
  ],
})
