import { increases } from '#modules/rents/rentIncrease/model/increases.ts'
import { reviewDriver, statusWays, stepWay } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const { path } = increases
const decided = (tail: string, statusId: number) =>
  statusWays(tail, `${path}/${tail}/:id`, [statusId], (id) => ({
    url: `${path}/${tail}/${id}`,
    body: reason,
  }))

export const drivers = reviewDriver(increases, {
  // A denial may be appealed for some days.
  columns: (from) => ({ decided: from >= 5 ? new Date().toISOString() : null }),
  ways: [
    stepWay(`${path}/StartReview/:id`, () => ({ name: 'startReview' })),
    ...decided('ApproveRequest', 5),
    ...decided('DenyRequest', 6),
  ],
})
