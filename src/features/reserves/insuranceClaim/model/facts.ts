/**
 * Name, permission and screen paths of insurance claims, for the server, the browser and its first bundle.
 */
export const claimFacts = {
  name: 'insurance',
  label: 'Insurance claim',
  module: 'InsuranceClaim',
  permission: 'Insurance_Claim',
  queue: '/insuranceclaim/list',
  open: '/insuranceclaim/view/:id/:projectId',
  fresh: '/insuranceclaim/view/0/:projectId',
} as const

/**
 * Name, permission and screen paths of payment requests. A request has no path for a new one: its claim
 * begins it.
 */
export const requestFacts = {
  name: 'insuranceRequest',
  label: 'Insurance payment request',
  module: 'InsuranceRequest',
  permission: 'Insurance_Claim',
  queue: '/insuranceclaim/list?tab=Payment%20requests',
  open: '/insuranceclaim/request/:insuranceRequestId',
} as const
