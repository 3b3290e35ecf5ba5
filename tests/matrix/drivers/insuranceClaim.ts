import { claims } from '#features/reserves/insuranceClaim/model/claims.ts'
import { requests } from '#features/reserves/insuranceClaim/model/requests.ts'
import { reviewDriver, statusWays } from '../reviewWays.ts'
import { reason } from '../ways.ts'

const url = `${claims.path}/ChangeRequestStatus`

export const drivers = {
  ...reviewDriver(claims),
  ...reviewDriver(requests, {
    // A request is possible only while its claim is under review (3).
    around: `update insurance_claim set status_id = 3 where insurance_claim_id =
      (select insurance_claim_id from insurance_request where insurance_request_id = $1)`,
    ways: statusWays('ChangeRequestStatus', url, requests.flow.statuses, (requestId, statusId) => ({
      url,
      body: { requestId, statusId, ...reason },
    })),
  }),
}
