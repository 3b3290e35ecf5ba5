import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'

export const screens: readonly ScreenDeclaration[] = [
  screen('/emailTemplates', 'Mail templates', () => import('./EmailTemplates.tsx')),
  screen('/emailTemplate/:id', 'Mail template', () => import('./EmailTemplate.tsx')),
]
