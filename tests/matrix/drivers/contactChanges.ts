import { requests } from '#features/companies/contactChanges/model/requests.ts'
import { isAgency } from '#kernel/model/access.ts'
import { reviewDriver, stepWay } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const { path } = requests

export const drivers = reviewDriver(requests, {
  ways: [
    {
      name: 'Approve',
      path: `${path}/Approve`,
      sample: (id) => ({ url: `${path}/Approve`, body: { id } }),
      step: () => ({ name: 'approve' }),
    },
    {
      name: 'Reject',
      path: `${path}/Reject`,
      sample: (id) => ({ url: `${path}/Reject`, body: { id, ...reason } }),
      step: () => ({ name: 'deny' }),
    },
    stepWay(`${path}/UnsubmitRequest/:requestId`, (actor) => ({
      name: isAgency(actor) ? 'return' : 'recall',
    })),
  ],
})
