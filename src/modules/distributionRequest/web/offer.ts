import { allowModuleRequest } from '#ground/tasks/model/index.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { availableOf, getComputation } from '#modules/surplusCash/model/index.ts'
import { createByAfsId } from '../model/calls.ts'
import { DISTRIBUTION_MODULE, facts } from '../model/facts.ts'

const quiet = { quiet: true }

/** A request on the statement that was just submitted, with what is available; none where nothing is, or where none may be made. */
export async function offer({ afsId, propertyId, year }: { afsId: number; propertyId: number; year: number }) {
  const [{ required, b4, approved }, filing] = await Promise.all([
    ask(getComputation, { params: { afsId } }, quiet),
    ask(allowModuleRequest, { params: { propertyId, moduleId: DISTRIBUTION_MODULE } }, quiet),
  ])
  const available = fromCents(availableOf(toCents(b4), toCents(approved), 0))
  if (!required || !filing.allowed || available <= 0) return null
  return {
    question: {
      title: 'Request a distribution now?',
      text: `${formatMoney(available)} of the surplus cash of ${year} is available for distribution. The request is filled in, and you look at it before it is submitted.`,
      confirmLabel: 'Request a distribution',
    },
    take: async () => {
      const { distributionRequestId } = await ask(createByAfsId, { params: { afsId } })
      return facts.open.replace(':id', String(distributionRequestId))
    },
  }
}
