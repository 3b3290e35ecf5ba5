/** What both sides and the first screens know of insurance claims. */
export const claimFacts = {
  name: 'insurance',
  label: 'Insurance claim',
  module: 'InsuranceClaim',
  permission: 'Insurance_Claim',
  queue: '/insuranceclaim/list',
  open: '/insuranceclaim/view/:id/:projectId',
  fresh: '/insuranceclaim/view/0/:projectId',
} as const

/** The same of requests for payment out of a claim's proceeds; they are begun from their claim. */
export const requestFacts = {
  name: 'insuranceRequest',
  label: 'Insurance payment request',
  module: 'InsuranceRequest',
  permission: 'Insurance_Claim',
  queue: '/insuranceclaim/list?tab=Payment%20requests',
  open: '/insuranceclaim/request/:insuranceRequestId',
} as const
