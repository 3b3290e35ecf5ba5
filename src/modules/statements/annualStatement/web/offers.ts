import { slot } from '#kernel/web/module.ts'
import type { ConfirmQuestion } from '#ui/frame/Confirm.tsx'

type Submitted = { afsId: number; propertyId: number; year: number }
/** A question after the submission of a statement, and the action when it is confirmed. */
export type Offer = { question: ConfirmQuestion; take: () => Promise<string> }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What else may be done with a statement that was just submitted; null where there is nothing. */
    statementSubmitted?: (statement: Submitted) => Promise<Offer | null>
  }
}

const getOffers = slot('statementSubmitted')

/** Returns the offers for a statement that was just submitted; leaves out those that could not be loaded. */
export async function loadOffers(statement: Submitted): Promise<Offer[]> {
  const offers = await Promise.all(getOffers().map((item) => item(statement).catch(() => null)))
  return offers.filter((offer) => offer !== null)
}
