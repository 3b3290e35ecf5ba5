/** The sources of payments that a person enters. A repayment reduces the amount paid (domain 47.3). */
export const enteredSources = ['Outside the portal', 'Before the portal', 'Repayment'] as const

/** The sources of all payments. Those of a request are written by its steps. */
export const paymentSources = ['Request', 'Request taken back', ...enteredSources] as const

/** Returns what a payment adds to the distributions of its year, in dollars: less for a repayment. */
export const getPaid = ({ source, amount }: { source: string | null; amount: number }): number =>
  source === 'Repayment' ? -Number(amount) : Number(amount)
