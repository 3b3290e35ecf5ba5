import { readProperty } from '#core/portfolio/properties/server/index.ts'
import { computeDebtServiceByLoan } from '#features/capital/loans/server/index.ts'
import { serve } from '#kernel/server/serve.ts'
import { getDebtService } from '../model/calls.ts'
import { sumDebtService } from '../model/debtService.ts'

/** Answers the debt service of a property's loans in a year by their terms. */
export const debtServiceHandler = serve(getDebtService, async (context) => {
  const { propertyId } = await readProperty(context, context.params.propertyId)
  const loans = await computeDebtServiceByLoan(context, { propertyId, year: context.params.year })
  return { loans: loans.map(({ name }) => name), lines: sumDebtService(loans) }
})
