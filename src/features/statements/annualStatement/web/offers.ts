import { slot } from '#kernel/web/module.ts'
import type { ConfirmQuestion } from '#ui/frame/Confirm.tsx'

type SubmittedStatement = { afsId: number; propertyId: number; year: number }
/**
 * A question to ask after a statement was submitted, and the action to run if the user agrees. `take`
 * returns the path to open next.
 */
export type Offer = { question: ConfirmQuestion; take: () => Promise<string> }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** Offers an action for a statement that was just submitted. Null if there is nothing to offer. */
    statementSubmitted?: (statement: SubmittedStatement) => Promise<Offer | null>
  }
}

const getOffers = slot('statementSubmitted')

/** Returns the offers for a statement that was just submitted; leaves out those that could not be loaded. */
export async function loadOffers(statement: SubmittedStatement): Promise<Offer[]> {
  const offers = await Promise.all(getOffers().map((item) => item(statement).catch(() => null)))
  return offers.filter((offer) => offer !== null)
}
