import { screen } from '#kernel/web/screens.ts'

/** Screens of management companies. The one of a company is its people's, too: 0 is their own. */
export const screens = [
  screen('/companies', 'Management companies', () => import('./Companies.tsx')),
  screen('/companies/merge', 'Merge companies', () => import('./MergeCompanies.tsx')),
  screen('/company/:isNew/:id', 'Management company', () => import('./Company.tsx'), {
    patterns: { isNew: /^(true|false)$/i },
  }),
]
