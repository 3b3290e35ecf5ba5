import { applications } from '#features/companies/certification/model/applications.ts'
import { reviewDriver, statusWays, stepWay } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const { path, flow } = applications

export const drivers = reviewDriver(applications, {
  // A record has a score from the recommendation on, and a term once it is certified.
  columns: (status) => ({
    ...(status >= 4 ? { score: 90, score_parts: '[]' } : {}),
    starts_on: status === 5 || status === 7 ? '2026-01-01' : null,
    expires_on: status === 5 || status === 7 ? '2027-12-31' : null,
  }),
  ways: [
    stepWay(`${path}/ApplicationRejected/:id`, () => ({ name: 'deny' })),
    ...statusWays('ChangeStatusId', `${path}/ChangeStatusId/:id/:status`, flow.statuses, (id, to) => ({
      url: `${path}/ChangeStatusId/${id}/${to}`,
      body: reason,
    })),
  ],
})
