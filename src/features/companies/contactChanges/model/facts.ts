/** The names of contact change requests that server, screens and the start of the app share. */
export const contactChangeFacts = {
  name: 'contacts',
  label: 'Contact change request',
  module: 'Contact_Change',
  /** The number in the list of modules. */
  moduleId: 12,
} as const
