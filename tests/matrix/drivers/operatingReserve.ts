import { operatingRequests } from '#features/reserves/operatingReserve/model/operating.ts'
import { reviewDriver, statusWays } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const { path, flow } = operatingRequests
const url = `${path}/ChangeOperatingStatus`

export const drivers = reviewDriver(operatingRequests, {
  ways: statusWays('ChangeOperatingStatus', url, flow.statuses, (requestId, statusId) => ({
    url,
    body: { requestId, statusId, ...reason },
  })),
})
