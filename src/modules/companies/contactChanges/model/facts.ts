/** What both sides and the first screens know of requests to change contacts. */
export const facts = {
  name: 'contacts',
  label: 'Contact change request',
  module: 'Contact_Change',
  /** Their number in the list of modules. */
  moduleId: 12,
} as const
