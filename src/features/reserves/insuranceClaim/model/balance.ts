import { sumMoney } from '#kernel/model/money.ts'

/**
 * Sums of a claim, in dollars. `received` adds the checks made out to the agency that it received, and
 * `forwarded` those of them that it sent on to the owner. `approved` adds the approved amounts of the payment
 * requests, and `paid` the payments made on them.
 */
export type ClaimSums = { received: number; forwarded: number; approved: number; paid: number }

/** The balance of a claim, in dollars. */
export type ClaimBalance = ClaimSums & {
  /** The amount that the agency holds now: received, less forwarded and paid amounts. Domain 16.3. */
  held: number
  /** The amount approved and not paid yet. */
  unpaid: number
  /** The amount that could still be approved or sent on to the owner. */
  available: number
}

/** Computes the balance of a claim from its sums, exact to the cent. */
export const getInsuranceClaimBalance = (sums: ClaimSums): ClaimBalance => {
  const { received, forwarded, approved, paid } = sums
  return {
    ...sums,
    held: sumMoney([received, -forwarded, -paid]),
    unpaid: sumMoney([approved, -paid]),
    available: sumMoney([received, -forwarded, -approved]),
  }
}
