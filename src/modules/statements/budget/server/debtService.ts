import { readProperty } from '#ground/portfolio/properties/server/index.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getDebtService } from '../model/calls.ts'
import { type LoanService, sumDebtService } from '../model/debtService.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * Returns the debt service of a property's loans in a year by their terms. Empty for a property that
     * the caller may not see.
     */
    debtServiceOfYear?: (
      context: AnyContext,
      propertyYear: { propertyId: number; year: number },
    ) => Promise<LoanService[]>
  }
}

const getService = slot('debtServiceOfYear', ([known]) => known ?? (async () => []))

export const debtServiceHandler = serve(getDebtService, async (context) => {
  const { propertyId } = await readProperty(context, context.params.propertyId)
  const loans = await getService()(context, { propertyId, year: context.params.year })
  return { loans: loans.map(({ name }) => name), lines: sumDebtService(loans) }
})
