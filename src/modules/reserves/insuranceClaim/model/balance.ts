import { sumMoney } from '#kernel/model/money.ts'

/**
 * Sums of a claim, in dollars: checks made out to the agency that it received, those of them it sent on, what
 * requests were approved over, and what of that was paid.
 */
export type Sums = { received: number; forwarded: number; approved: number; paid: number }

/** The balance of a claim, in dollars. */
export type Balance = Sums & {
  /** The amount that the agency holds now: received, less forwarded and paid amounts. Domain 16.3. */
  held: number
  /** The amount approved and not paid yet. */
  unpaid: number
  /** What could still be approved or sent on. */
  available: number
}

/** Computes the balance of a claim in cents. */
export const getInsuranceClaimBalance = (sums: Sums): Balance => {
  const { received, forwarded, approved, paid } = sums
  return {
    ...sums,
    held: sumMoney([received, -forwarded, -paid]),
    unpaid: sumMoney([approved, -paid]),
    available: sumMoney([received, -forwarded, -approved]),
  }
}
