import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    { on: 'administration', label: 'Letters', order: 25, load: () => import('./Register.tsx') },
    { on: 'configuration', label: 'Letterhead', order: 45, load: () => import('./Letterhead.tsx') },
    { on: 'configuration', label: 'Signature blocks', order: 50, load: () => import('./Signers.tsx') },
    { on: 'gallery', label: 'Letter', order: 100, load: () => import('./LetterSamples.tsx') },
  ],
} satisfies WebModule
