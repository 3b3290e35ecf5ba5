import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

export default {
  screens: [screen('/Absences', 'Who is out', () => import('./Absences.tsx'))],
  administered: [
    {
      order: 35,
      label: 'Who is out',
      to: '/Absences',
      text: 'Absences of the agency’s people, and who stands in.',
    },
  ],
} satisfies WebModule
