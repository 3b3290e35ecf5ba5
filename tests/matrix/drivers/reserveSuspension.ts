import { extensions } from '#features/reserves/reserveSuspension/model/extensions.ts'
import { suspensions } from '#features/reserves/reserveSuspension/model/suspensions.ts'
import { reviewDriver, stepWay } from '../reviewWays.ts'

export const drivers = {
  ...reviewDriver(suspensions, {
    ways: [
      stepWay(`${suspensions.path}/WaitingOnReinstatementSignature/:id`, () => ({ name: 'askSignature' })),
    ],
  }),
  ...reviewDriver(extensions),
}
