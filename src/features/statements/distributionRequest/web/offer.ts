import { allowModuleRequest } from '#core/portfolio/tasks/model/index.ts'
import { getComputation } from '#features/statements/surplusCash/model/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { createByAfsId } from '../model/calls.ts'
import { DISTRIBUTION_MODULE, facts } from '../model/facts.ts'
import { computeOfferedAmount } from '../model/offer.ts'
import { requests as declared } from '../model/requests.ts'

const quiet = { quiet: true }

/**
 * Offers a request on the statement that was just submitted, with its available amount. Null if nothing is
 * available or no request may be made.
 */
export async function offerDistribution({
  afsId,
  propertyId,
  year,
}: {
  afsId: number
  propertyId: number
  year: number
}) {
  const [computation, { allowed }, requests] = await Promise.all([
    ask(getComputation, { params: { afsId } }, quiet),
    ask(allowModuleRequest, { params: { propertyId, moduleId: DISTRIBUTION_MODULE } }, quiet),
    ask(declared.calls.ofProperty, { params: { propertyId } }, quiet),
  ])
  const offeredAmount = computeOfferedAmount({ computation, allowed, requests })
  if (offeredAmount <= 0) return null
  return {
    question: {
      title: 'Request a distribution now?',
      text: `${formatMoney(offeredAmount)} of the surplus cash of ${year} is available for distribution. The request is filled in, and you look at it before it is submitted.`,
      confirmLabel: 'Request a distribution',
    },
    take: async () => {
      const { distributionRequestId } = await ask(createByAfsId, { params: { afsId } })
      return facts.open.replace(':id', String(distributionRequestId))
    },
  }
}
