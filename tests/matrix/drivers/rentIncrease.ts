import { increases } from '#features/rents/rentIncrease/model/increases.ts'
import { reviewDriver, statusWays, stepWay } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const { path } = increases
const decisionWays = (tail: string, statusId: number) =>
  statusWays(tail, `${path}/${tail}/:id`, [statusId], (id) => ({
    url: `${path}/${tail}/${id}`,
    body: reason,
  }))

export const drivers = reviewDriver(increases, {
  // A denial can be appealed only for some days, so the decision is recent.
  columns: (from) => ({ decided: from >= 5 ? new Date().toISOString() : null }),
  ways: [
    stepWay(`${path}/StartReview/:id`, () => ({ name: 'startReview' })),
    ...decisionWays('ApproveRequest', 5),
    ...decisionWays('DenyRequest', 6),
  ],
})
