import type { DeclaredMail } from '#core/correspondence/mailTemplates/model/index.ts'

/** The nightly reminder of tasks: one mail to each person. The agency may change its text. */
export const reminderMail = {
  event: 'task.reminder',
  label: 'Reminder of tasks',
  subject: '{{summary}}',
  body: 'These are still to be filed:\n\n{{tasks}}\n\n{{link}}',
  to: ['contacts'],
  cc: [],
  placeholders: [
    { name: 'summary', label: 'How many are overdue and due soon' },
    { name: 'tasks', label: 'The tasks, a line for each' },
    { name: 'name', label: 'Name of the person' },
    { name: 'link', label: 'Address of the portal' },
  ],
  parts: [
    {
      name: 'contacts',
      label:
        'Each contact of the property for that kind of task, or the company’s administrators where there is none',
    },
  ],
} as const satisfies DeclaredMail
