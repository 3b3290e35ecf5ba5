/**
 * Where a payment of distributions that a person enters comes from; a repayment takes from what was paid
 * (domain 47.3).
 */
export const enteredSources = ['Outside the portal', 'Before the portal', 'Repayment'] as const

/** Where any payment comes from: a request’s are written by its steps. */
export const paymentSources = ['Request', 'Request taken back', ...enteredSources] as const
