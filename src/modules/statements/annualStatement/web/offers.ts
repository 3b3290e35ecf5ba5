import { slot } from '#kernel/web/module.ts'
import type { ConfirmQuestion } from '#ui/frame/Confirm.tsx'

type Submitted = { afsId: number; propertyId: number; year: number }
/** What is asked of whoever submitted a statement, and where a yes leads. */
export type Offer = { question: ConfirmQuestion; take: () => Promise<string> }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What else may be done with a statement that was just submitted; null where there is nothing. */
    statementSubmitted?: (statement: Submitted) => Promise<Offer | null>
  }
}

const known = slot('statementSubmitted')

/** What is offered of a statement that was just submitted; nothing where it could not be found out. */
export async function loadOffers(statement: Submitted): Promise<Offer[]> {
  const offers = await Promise.all(known().map((item) => item(statement).catch(() => null)))
  return offers.filter((offer) => offer !== null)
}
