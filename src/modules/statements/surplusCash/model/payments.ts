/**
 * Sources of distribution payments that a person enters; a repayment lowers the amount paid (domain 47.3).
 */
export const enteredSources = ['Outside the portal', 'Before the portal', 'Repayment'] as const

/** Where any payment comes from: a request’s are written by its steps. */
export const paymentSources = ['Request', 'Request taken back', ...enteredSources] as const
